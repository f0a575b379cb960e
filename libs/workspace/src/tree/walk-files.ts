import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Made by tools and changed by them at any time, or the service's and git's own. */
const isPassedOver = (folder: string): boolean => folder.startsWith('.') || folder === 'node_modules';
const isNobodys = (path: string): boolean => {
  const parts = path.toLowerCase().split('/');
  return parts[0] === '.jerry' || parts.includes('.git');
};

/**
 * Everything but folders below a folder of the project, or the file itself: no folder whose name begins with a dot, and no `node_modules`,
 * unless it is the one that was named. Links are told, not followed.
 */
export async function* walkFiles(root: string, base: string): AsyncGenerator<string, void, undefined> {
  if (isNobodys(base)) return;
  let path = '';
  for (const part of base === '' ? [] : base.split('/')) {
    if (path !== '' && !(await isFolder(join(root, path)))) return;
    path = path === '' ? part : `${path}/${part}`;
  }
  if (path === '' || (await isFolder(join(root, path)))) yield* below(root, path);
  else if (await isThere(join(root, path))) yield path;
}

async function* below(root: string, folder: string): AsyncGenerator<string, void, undefined> {
  // One that is gone, or that this user may not read, holds nothing that can be told.
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) yield path;
    else if (!isPassedOver(entry.name)) yield* below(root, path);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
