import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file that comes along with this service. It lies in the clone, above the sources and above what is built from them. */
export const ownFile = (path: string): Promise<string | null> => readUpwards(dirname(fileURLToPath(import.meta.url)), path);

const readUpwards = async (directory: string, path: string): Promise<string | null> => {
  const text = await readFile(join(directory, path), 'utf8').catch(() => null);
  if (text !== null || directory === dirname(directory)) return text;
  return readUpwards(dirname(directory), path);
};
