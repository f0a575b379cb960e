import type { Executor, Role } from '@app/agents';
import { ApiError, type Client } from '@app/client';
import { inTraceOf, type JobData, type Logger, spanned } from '@app/platform';
import { Attempt } from './attempt.js';
import { claimTask } from './claim-task.js';
import { messageOf } from './message-of.js';
import type { RunLimits } from './run-limits.js';

type Ring = JobData<'work'>;

export interface DeskParts {
  readonly client: Client;
  /** Of this process: two of the same name never live at the same time. */
  readonly instance: string;
  readonly limitsOf: (agent: Role) => RunLimits;
  readonly logger: Logger;
}

/** Takes rings, one after the other or many at once, and knows what is being worked on. */
export class WorkDesk {
  readonly #takes = new Set<Promise<void>>();
  readonly #attempts = new Set<Attempt>();
  readonly #calledOff = new AbortController();
  #closing = false;
  #taken = 0;

  constructor(private readonly parts: DeskParts) {}

  /** Settles when the work a ring was about is over, however it ended. Never rejects. */
  async take(agent: Role, executor: Executor, ring: Ring): Promise<void> {
    if (this.#closing) return;
    const about = { 'jerry.task_id': ring.task_id, 'jerry.version': ring.version, 'jerry.agent': agent.name };
    const taking = inTraceOf(ring.trace ?? {}, () => spanned('worker job', about, () => this.#take(agent, executor, ring)));
    this.#takes.add(taking);
    await taking;
    this.#takes.delete(taking);
  }

  /** Takes nothing more; gives what is under way some time to end by itself, and then has it given back. */
  async close({ finishMs, giveBackMs }: { readonly finishMs: number; readonly giveBackMs: number }): Promise<void> {
    this.#closing = true;
    if (await this.#settled(finishMs)) return;
    this.#calledOff.abort(new Error('this worker is stopping'));
    for (const attempt of this.#attempts) attempt.stop();
    if (await this.#settled(giveBackMs)) return;
    for (const attempt of this.#attempts) attempt.desert();
    await Promise.all(this.#takes);
  }

  async #take(agent: Role, executor: Executor, ring: Ring): Promise<void> {
    const { client, limitsOf, logger } = this.parts;
    this.#taken += 1;
    const instance = `${this.parts.instance}.${this.#taken}`;
    const claiming = claimTask({ client, instance, signal: this.#calledOff.signal }, ring);
    const claimed = await claiming.catch((error: unknown) => messageOf(error));
    if (claimed instanceof ApiError || typeof claimed === 'string') return this.#sayNotTaken(agent, ring, claimed);
    const attempt = new Attempt({ client, executor, agent, claim: claimed, limits: limitsOf(agent), logger });
    this.#attempts.add(attempt);
    // It was claimed while this worker began to stop: nothing is begun any more.
    if (this.#closing) attempt.stop();
    await attempt.run();
    this.#attempts.delete(attempt);
  }

  async #settled(withinMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), withinMs);
    });
    const all = Promise.all(this.#takes).then(() => true);
    return Promise.race([all, late]).finally(() => clearTimeout(timer));
  }

  /** That a task has moved on is nothing to speak of; that this worker may not have it is. */
  #sayNotTaken(agent: Role, { task_id, version }: Ring, why: ApiError | string): void {
    const needsAPerson = why instanceof ApiError && (why.status === 401 || why.status === 403);
    const text = `Version ${version} was not claimed: ${typeof why === 'string' ? why : why.message}`;
    this.parts.logger[needsAPerson ? 'error' : 'debug'](text, { task_id, agent: agent.name });
  }
}
