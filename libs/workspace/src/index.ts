export { openWorkspace } from './open-workspace.js';
export { type Program, type ProgramEnd, runProgram } from './program/run-program.js';
export type { Workspace } from './workspace.js';
