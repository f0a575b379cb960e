import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Every entry below a directory and a digest of what it holds: equal means that nothing was made, removed or changed. `without` is not looked at. */
export const snapshotOf = async (directory: string, without?: RegExp): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const named = entries.map((entry) => ({ entry, name: relative(directory, join(entry.parentPath, entry.name)) }));
  const looked = named.filter(({ name }) => without?.test(`/${name}`) !== true).sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(await Promise.all(looked.map(async ({ entry, name }) => [name, await heldBy(entry)])));
};

const heldBy = async (entry: Dirent): Promise<string> => {
  const path = join(entry.parentPath, entry.name);
  if (entry.isSymbolicLink()) return `leads to ${await readlink(path)}`;
  if (!entry.isFile()) return 'a place';
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
};
