export { openWorkspace } from './open-workspace.js';
export type { Workspace } from './workspace.js';
