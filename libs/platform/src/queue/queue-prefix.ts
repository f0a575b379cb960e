import { createHash, randomBytes } from 'node:crypto';
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What stands before every key of a project's queues, so that services on one Redis don't ring each other: not those of two projects that
 * each see theirs at the same path, as in containers, and not those of a project and its copy. `home` is the project's `.jerry/`.
 */
export async function queuePrefixIn(home: string): Promise<string> {
  const file = join(home, 'id');
  const made = randomBytes(8).toString('hex');
  await writeFile(file, `${made}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const names = `${(await readFile(file, 'utf8')).trim()} ${await realpath(home)}`;
  return `jerry-${createHash('sha256').update(names).digest('hex').slice(0, 12)}`;
}
