import { constants } from 'node:fs';
import { access, mkdir, open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '../process/cannot-start.js';
import { systemRefusal } from '../process/system-refusal.js';

/** Makes `.jerry/` in the project, invisible to its git, and returns its path. Refuses what could not be written later on. */
export async function prepareProject(projectDir: string): Promise<string> {
  await requireDirectory(projectDir);
  const home = join(projectDir, '.jerry');
  try {
    // Not `recursive`: that never returns where the parent is there and the file system refuses by ENOENT, as below /proc.
    await mkdir(home).catch(ignoreExisting);
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK);
    await hideFromGit(join(home, '.gitignore'));
  } catch (error) {
    const refusal = systemRefusal(error, home);
    if (refusal !== undefined) throw refusal;
    throw new CannotStart(
      `${home} cannot be written (${codeOf(error)}): allow this user to write there, or set JERRY_PROJECT_DIR to another project.`,
    );
  }
  return home;
}

async function hideFromGit(path: string): Promise<void> {
  const file = await open(path, 'wx').catch(ignoreExisting);
  if (file === undefined) return;
  try {
    await file.writeFile('*\n');
  } catch (error) {
    // Left behind empty, it would be taken for a person's own by the next start, and hide nothing.
    await unlink(path);
    throw error;
  } finally {
    await file.close();
  }
}

async function requireDirectory(projectDir: string): Promise<void> {
  const found = await stat(projectDir).catch((error: unknown) => {
    throw new CannotStart(
      `The project directory ${projectDir} cannot be opened (${codeOf(error)}): create it, or set JERRY_PROJECT_DIR to another.`,
    );
  });
  if (!found.isDirectory()) throw new CannotStart(`The project directory ${projectDir} is not a directory: set JERRY_PROJECT_DIR to one.`);
}

function ignoreExisting(error: unknown): undefined {
  if (codeOf(error) !== 'EEXIST') throw error;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
}
