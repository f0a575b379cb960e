import type { ServedKind } from './executor-config.js';
import type { Outcome } from './outcome.js';
import type { Work } from './work.js';

/** Lets an agent do one piece of work. */
export interface Executor {
  /**
   * Settles with what came of it, and soon once the signal is aborted: then nobody waits for the result any more, and what is still running
   * has to be ended. The same `effect_key` may come again when an attempt was lost; what has an effect outside is done once per key.
   * Throwing counts as a failure of the agent.
   */
  run(work: Work): Promise<Outcome>;
}

/** What can be run here, by kind. */
export type Executors = Readonly<Partial<Record<ServedKind, Executor>>>;
