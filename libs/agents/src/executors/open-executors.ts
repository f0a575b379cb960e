import type { Executors } from '../executor.js';
import { openCommandExecutor } from './command/open-command-executor.js';
import { openModelExecutor } from './model/open-model-executor.js';
import { openPrompts } from './prompts/open-prompts.js';
import type { Surroundings } from './surroundings.js';

/** Every kind of executor there is, in these surroundings. */
export function openExecutors(surroundings: Surroundings): Executors {
  const prompts = openPrompts(surroundings.projectDir);
  return { command: openCommandExecutor(surroundings, prompts), model: openModelExecutor(surroundings, prompts) };
}
