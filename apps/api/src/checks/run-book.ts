import { HandoffError, type Principal } from '@app/handoff';
import type { BegunRun } from './begun-run.js';
import type { CheckAsk } from './check-desk.js';

const UNDERWAY = 100;
/** Of some ten kilobytes each. Whoever asks for an older one looks into the task. */
const KEPT = 300;

/** The runs that can be asked for: all that are underway, and those that ended last. */
export class RunBook {
  readonly #runs = new Map<string, BegunRun>();

  /** Throws `overloaded`. */
  add(run: BegunRun): void {
    const underway = [...this.#runs.values()].filter(({ isRunning }) => isRunning).length;
    if (underway >= UNDERWAY)
      throw new HandoffError('overloaded', `${underway} runs of checks are underway already; wait for one of them to end.`);
    this.#runs.set(run.id, run);
    for (const [id, { isRunning }] of this.#runs) {
      if (this.#runs.size <= KEPT) return;
      if (!isRunning) this.#runs.delete(id);
    }
  }

  find(taskId: string, runId: string): BegunRun {
    const run = this.#runs.get(runId);
    if (run === undefined || run.ask.taskId !== taskId)
      throw new HandoffError(
        'check_run_not_found',
        `No run ${runId} of checks is known for ${taskId}; what came of an older one stands in the task.`,
      );
    return run;
  }

  underway(ask: CheckAsk): BegunRun | undefined {
    return [...this.#runs.values()].find((run) => run.isRunning && run.isFor(ask));
  }

  /** The run that this very request began. Throws `idempotency_key_reused`. */
  replayOf(ask: CheckAsk, caller: Principal): BegunRun | undefined {
    if (ask.idempotencyKey === undefined) return undefined;
    const run = [...this.#runs.values()].find(
      (one) => one.caller === caller && one.ask.taskId === ask.taskId && one.ask.idempotencyKey === ask.idempotencyKey,
    );
    if (run !== undefined && !run.isFor(ask))
      throw new HandoffError('idempotency_key_reused', `This key belongs to the request that began run ${run.id}; use a new one.`);
    return run;
  }
}
