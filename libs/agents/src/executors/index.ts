export { openExecutors } from './open-executors.js';
export type { Prompt, Prompts } from './prompt.js';
export type { Program, ProgramEnd, Surroundings } from './surroundings.js';
