import { randomBytes } from 'node:crypto';
import { type CheckEvidence, type Coordinator, HandoffError, type Principal } from '@app/handoff';
import type { Logger } from '@app/platform';
import { BegunRun } from './begun-run.js';
import type { CheckAsk, CheckDesk, CheckRun } from './check-desk.js';
import type { CheckRunner } from './check-runner.js';
import { RunBook } from './run-book.js';

const ID_BYTES = 12;
/** For programs to end and waiting callers to be told; a stop of the whole service may take ten seconds. */
const STOP_PATIENCE_MS = 4_000;

interface Parts {
  readonly coordinator: Pick<Coordinator, 'handle' | 'requireChecks'>;
  readonly runner: Pick<CheckRunner, 'run' | 'stop'>;
  readonly logger: Logger;
}

/** Runs checks one after the other for whoever may ask, and records a whole run as one version of the task. */
export class ProjectCheckDesk implements CheckDesk {
  readonly #book = new RunBook();
  readonly #underway = new Map<BegunRun, Promise<void>>();

  constructor(private readonly parts: Parts) {}

  async run(asked: CheckAsk, caller: Principal, waitMs: number): Promise<CheckRun> {
    const ask = { ...asked, names: [...new Set(asked.names)] };
    const again = this.#book.replayOf(ask, caller);
    if (again !== undefined) return { ...(await this.#settled(again, waitMs)), replayed: true };
    await this.parts.coordinator.requireChecks(ask.taskId, ask.names, ask, caller);
    // One that came meanwhile, under the same key or for the same checks, is this one.
    return this.#settled(this.#book.replayOf(ask, caller) ?? this.#book.underway(ask) ?? this.#begin(ask, caller), waitMs);
  }

  view(taskId: string, runId: string): CheckRun {
    return this.#book.find(taskId, runId).view;
  }

  /** Ends what runs; whoever waits is answered. */
  async stop(): Promise<void> {
    this.parts.runner.stop();
    await atMost(STOP_PATIENCE_MS, Promise.all(this.#underway.values()));
  }

  #begin(ask: CheckAsk, caller: Principal): BegunRun {
    const run = new BegunRun(randomBytes(ID_BYTES).toString('hex'), ask, caller);
    this.#book.add(run);
    this.#underway.set(
      run,
      this.#carryOut(run).finally(() => this.#underway.delete(run)),
    );
    return run;
  }

  async #settled(run: BegunRun, waitMs: number): Promise<CheckRun> {
    const underway = this.#underway.get(run);
    if (underway !== undefined && waitMs > 0) await atMost(waitMs, underway);
    return run.view;
  }

  async #carryOut(run: BegunRun): Promise<void> {
    const { taskId: task_id, names, claimEpoch: claim_epoch } = run.ask;
    try {
      const results: CheckEvidence[] = [];
      for (const name of names) {
        const seen = await this.parts.runner.run(name);
        results.push(seen);
        run.saw(seen);
      }
      const command = { kind: 'evidence', task_id, body: { claim_epoch, results } } as const;
      run.finish((await this.parts.coordinator.handle(command, run.caller, { minimal: true })).state.version);
    } catch (error) {
      run.fail(error);
      if (!(error instanceof HandoffError)) this.parts.logger.error(`Checks of ${task_id} broke: ${String(error)}`);
    }
  }
}

async function atMost(waitMs: number, settling: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise((resolve) => {
    timer = setTimeout(resolve, waitMs);
  });
  await Promise.race([settling, over]);
  clearTimeout(timer);
}
