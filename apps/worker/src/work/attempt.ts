import type { Executor, Outcome, Role } from '@app/agents';
import { ApiError, type Client } from '@app/client';
import type { ClaimAnswer } from '@app/handoff';
import { type Logger, spanned } from '@app/platform';
import { CallOff } from './call-off.js';
import { keepAlive } from './heartbeats.js';
import { messageOf } from './message-of.js';
import { postResult } from './post-result.js';
import type { RunLimits } from './run-limits.js';
import { runUnderLimits } from './run-under-limits.js';

export interface AttemptParts {
  readonly client: Client;
  readonly executor: Executor;
  readonly agent: Role;
  readonly claim: ClaimAnswer;
  readonly limits: RunLimits;
  readonly logger: Logger;
}

/** Not long: by then the whole process is on its way out. What is not given back now is taken over after its lease. */
const GIVE_BACK_MS = 2_000;

/** One claim from its beginning to its end: the agent works on it while it is kept alive, and what comes of it is brought home. */
export class Attempt {
  readonly #callOff = new CallOff();
  readonly #deserted = new AbortController();
  readonly #logger: Logger;

  constructor(private readonly parts: AttemptParts) {
    const { agent, claim } = parts;
    this.#logger = parts.logger.child({ task_id: claim.task_id, agent: agent.name, claim_epoch: claim.claim.claim_epoch });
  }

  /** Lets go of the work, so that another worker may have it. What is done already is still brought home. */
  stop(): void {
    this.#callOff.because({ why: 'stopping' });
  }

  /** Waits for nothing any more, not for the API either. */
  desert(): void {
    this.#deserted.abort(new Error('This worker stopped before the API took the result; it will be done again.'));
  }

  /** Never rejects: what goes wrong is said to the API, or at least to the log. */
  async run(): Promise<void> {
    const { client, executor, agent, claim: taken, limits } = this.parts;
    const { version: _, next: __, ...given } = taken;
    const stopHeartbeats = keepAlive(client, taken, (detail) => this.#callOff.because({ why: 'lost', detail }));
    this.#logger.debug(`Claimed as version ${taken.version}.`);
    try {
      const about = { 'jerry.task_id': taken.task_id, 'jerry.agent': agent.name, 'jerry.claim_epoch': taken.claim.claim_epoch };
      await this.#end(await spanned('executor run', about, () => runUnderLimits(executor, { ...given, agent }, this.#callOff, limits)));
    } catch (error) {
      const stale = error instanceof ApiError && error.code === 'stale_claim';
      this.#logger.warn(stale ? overBecause(error.detail) : messageOf(error));
    } finally {
      stopHeartbeats();
    }
  }

  async #end(outcome: Outcome | null): Promise<void> {
    const { reason } = this.#callOff;
    if (reason?.why === 'lost') throw new Error(overBecause(reason.detail));
    // Called off for another reason, it may have come to an end all the same: what is done is done.
    if (outcome !== null) return this.#bringHome(outcome);
    if (reason?.why === 'stopping') return this.#giveBack();
    const afterS = reason === undefined ? 0 : reason.afterMs / 1_000;
    return this.#bringHome({ failed: { class: 'code', reason: `It was not done after ${afterS} s, and was ended.` } });
  }

  async #bringHome(outcome: Outcome): Promise<void> {
    const { client, claim } = this.parts;
    const { failed, said } = await postResult({ client, claim, signal: this.#deserted.signal }, outcome);
    this.#logger[failed ? 'info' : 'debug'](said);
  }

  async #giveBack(): Promise<void> {
    const { client, claim } = this.parts;
    const body = { claim_epoch: claim.claim.claim_epoch, reason: 'The worker that had it was stopped.' };
    await client.release(claim.task_id, body, { patienceMs: GIVE_BACK_MS, minimal: true, signal: this.#deserted.signal });
  }
}

const overBecause = (detail: string): string => `The claim is over; what came of it is dropped. ${detail}`;
