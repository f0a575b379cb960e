import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { ArtifactPath } from '@app/handoff';
import type { ProjectRoot } from './project-root.js';

/** Folders nobody means when asking for the files of a project. Asked for by name, one is listed all the same. */
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git', '.jerry']);
/** However deep or wide a project is, a question for its files comes to an end. */
const FOLDERS_READ = 5_000;

/** Folder by folder, without following a link to a folder: it could lead in circles, or outside. */
export async function listFiles(root: ProjectRoot, folder: string | null, limit: number): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting: (string | null)[] = [folder];
  for (let read = 0; read < FOLDERS_READ && waiting.length > 0 && found.length < limit; read += 1) {
    const path = waiting.shift() ?? null;
    for (const entry of await entriesOf(root, path)) {
      const inner = path === null ? entry.name : `${path}/${entry.name}`;
      if (!ArtifactPath.safeParse(inner).success) continue;
      if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) waiting.push(inner);
      if (entry.isFile()) found.push(inner);
    }
  }
  return found.slice(0, limit);
}

async function entriesOf(root: ProjectRoot, path: string | null): Promise<readonly Dirent[]> {
  const realPath = await root.folder(path);
  if (realPath === undefined) return [];
  const entries = await readdir(realPath, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
