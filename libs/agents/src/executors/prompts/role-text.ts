import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownFile } from './own-file.js';

/** The prompt of whoever has none of their own. */
const ANY_AGENT = 'any-agent';

/** Who an agent is: the project's own file, else the one that comes along for it, else the one for any agent. Read anew for each run. */
export async function roleText(projectDir: string, agent: string): Promise<string> {
  const replaced = await projectFile(join(projectDir, '.jerry/prompts', `${agent}.md`));
  const text = replaced ?? (await ownFile(`libs/agents/prompts/${agent}.md`)) ?? (await ownFile(`libs/agents/prompts/${ANY_AGENT}.md`));
  if (text === null) throw new Error('The prompts that come along are not part of this installation: libs/agents/prompts is missing.');
  return text.trim();
}

/** One that is there and cannot be read is a mistake to be told, not a reason to fall back on another. */
async function projectFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
