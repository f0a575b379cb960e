import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const read = async (directory: string): Promise<string> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => `${file}\n${await readFile(file, 'latin1')}`));
  return [...entries.map(({ name }) => name), ...texts].join('\n');
};

/** Every file below a directory, with what stands in it. Names count too: they come first. */
export const allTextBelow = (directory: string): Promise<string> =>
  read(directory).catch((error: NodeJS.ErrnoException) => {
    // A state file took its name while we looked: what it says stands under another one now.
    if (error.code === 'ENOENT') return allTextBelow(directory);
    throw error;
  });
