import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const worker = process.ppid;

/**
 * Writes files into the project, each whole or not at all. Not once the worker that started this program has died: by then another may be at
 * the same work, or further.
 */
export async function putInPlace(project, files) {
  if (process.ppid !== worker) throw new Error('The worker has gone; whoever takes over does this.');
  for (const [path, text] of Object.entries(files)) {
    const fresh = join(project, `${path}.${process.pid}`);
    await writeFile(fresh, text);
    await rename(fresh, join(project, path));
  }
}
