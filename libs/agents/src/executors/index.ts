export { openModelExecutor } from './model/open-model-executor.js';
export type { Prompt, Prompts } from './prompt.js';
export type { Program, ProgramEnd, Surroundings } from './surroundings.js';
