import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Git } from './git/git.js';
import { KnownHashes } from './known-hashes.js';
import { ProjectRoot } from './project-root.js';
import { CoveredFiles } from './tree/covered-files.js';
import { ProjectTree } from './tree/project-tree.js';
import { Workspace } from './workspace.js';

export interface WorkspaceOptions {
  /** A larger file is not read: its hash stays unknown, and it `unverified`. */
  readonly maxBytes?: number;
  readonly now?: () => number;
  /** Of this process, for git: it is passed on by name. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const MAX_BYTES = 256 * 1024 * 1024;

/** The working copy in this directory. Links in the way to it are followed once, now; none is trusted afterwards. */
export async function openWorkspace(
  projectDir: string,
  { maxBytes = MAX_BYTES, now = Date.now, env = {} }: WorkspaceOptions = {},
): Promise<Workspace> {
  const root = await realpath(projectDir);
  const home = join(root, '.jerry');
  const hashes = new KnownHashes(now);
  const git = new Git(root, env);
  return new Workspace({
    ...{ hashes, maxBytes, git },
    root: new ProjectRoot(root, await realpath(home).catch(() => home)),
    tree: new ProjectTree(root, new CoveredFiles(root, git), hashes, maxBytes),
  });
}
