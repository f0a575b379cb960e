import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Every file below a directory, with what stands in it. Names count too: they come first. */
export const allTextBelow = async (directory: string): Promise<string> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => `${file}\n${await readFile(file, 'latin1')}`));
  return [...entries.map(({ name }) => name), ...texts].join('\n');
};
