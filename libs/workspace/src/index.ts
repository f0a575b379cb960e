export type { Commit } from './git/git.js';
export { Lanes } from './lanes.js';
export { openWorkspace } from './open-workspace.js';
export { type Program, type ProgramEnd, runProgram } from './program/run-program.js';
export { CannotCover } from './tree/cannot-cover.error.js';
export type { Workspace } from './workspace.js';
