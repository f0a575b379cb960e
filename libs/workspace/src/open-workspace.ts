import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ProjectRoot } from './project-root.js';
import { Workspace, type WorkspaceOptions } from './workspace.js';

/** The working copy in this directory. Links in the way to it are followed once, now; none is trusted afterwards. */
export async function openWorkspace(projectDir: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  const root = await realpath(projectDir);
  const home = join(root, '.jerry');
  return new Workspace(new ProjectRoot(root, await realpath(home).catch(() => home)), options);
}
