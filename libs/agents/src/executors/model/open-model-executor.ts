import type { Executor } from '../../executor.js';
import type { Prompts } from '../prompt.js';
import type { Surroundings } from '../surroundings.js';
import { ModelSession } from './run/model-session.js';

export interface ModelExecutorOptions {
  /** Before a failed call is tried again, where the server doesn't say; doubled for each further try. */
  readonly backOffMs?: number;
  /** How long a model may say nothing. Node itself gives up on a silent answer after five minutes. */
  readonly silenceMs?: number;
}

const BACK_OFF_MS = 1_000;
const SILENCE_MS = 240_000;

/** Runs agents that are chat models: they read what they need by tools and hand in an outcome, and can do nothing else. */
export function openModelExecutor(
  surroundings: Surroundings,
  prompts: Prompts,
  { backOffMs = BACK_OFF_MS, silenceMs = SILENCE_MS }: ModelExecutorOptions = {},
): Executor {
  return {
    run: (work) => {
      const config = work.agent.executor;
      if (config.kind !== 'model') throw new Error(`${work.agent.name} is configured to be something else than a model.`);
      return new ModelSession({ work, config, surroundings, prompts, backOffMs, silenceMs }).run();
    },
  };
}
