import { type Clock, type DueTask, type LeaseWatch, leaseS, type Rules, type TaskStore } from '@app/handoff';
import { type Bell, type Logger, ringIdOf } from '@app/platform';
import { dueNow } from './due-now.js';
import { Rounds } from './rounds.js';

/** With the second look below five seconds: so soon is rung again what was lost. */
const EVERY_MS = 4_500;
/** Between a version's append and its ring its state file is written; a ring on its way is not lost. */
const SECOND_LOOK_MS = 300;

export interface KeeperParts {
  readonly store: Pick<TaskStore, 'due'>;
  readonly bell: Pick<Bell, 'rings' | 'status' | 'present' | 'ringAgain' | 'onBack'>;
  readonly leases: LeaseWatch;
  readonly rules: Rules;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Rings again what is due and rings nowhere: lost with a queue that was wiped or was away, put off by `not_before`, or left by a worker
 * that died. It compares the states with the queue, so however often it looks, there is one ring per version.
 */
export class Keeper {
  readonly #rounds = new Rounds(
    EVERY_MS,
    () => this.#round(),
    (error) => this.parts.logger.warn(`What is due could not be rung again: ${error.message}`),
  );
  #looksTwice = false;
  #stopListening: () => void = () => undefined;

  constructor(private readonly parts: KeeperParts) {}

  /** Resolves after a first look. It needs no second one: nothing can be on its way yet. */
  async start(): Promise<void> {
    this.#stopListening = this.parts.bell.onBack(() => void this.look());
    await this.look();
    this.#looksTwice = true;
  }

  /** Compares now. Never rejects. */
  look(): Promise<void> {
    return this.#rounds.now();
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await this.#rounds.end();
  }

  async #round(): Promise<void> {
    const first = await this.#unrung();
    if (first.length === 0 || !this.#looksTwice) return this.#ring(first);
    await this.#rounds.pause(SECOND_LOOK_MS);
    const before = new Set(first.map(ringIdOf));
    await this.#ring((await this.#unrung()).filter((task) => before.has(ringIdOf(task))));
  }

  /** Due and not in the queue. Leases are judged also while the queue is away: a claim is watched from the first look at it. */
  async #unrung(): Promise<DueTask[]> {
    const { store, bell, leases, rules, clock } = this.parts;
    const nowMs = clock.now().getTime();
    const { tasks, nextMs } = dueNow(await store.due(), {
      rings: (agent) => bell.rings(agent),
      ranOut: ({ task_id }, claim) => leases.expired(task_id, claim.claim_epoch, leaseS(rules, claim)),
      nowMs,
    });
    if (nextMs !== null) this.#rounds.notLaterThan(nextMs - nowMs);
    if (bell.status() !== 'ok') return [];
    const present = new Map<string, ReadonlySet<string>>();
    for (const { target_agent } of tasks) if (!present.has(target_agent)) present.set(target_agent, await bell.present(target_agent));
    return tasks.filter((task) => present.get(task.target_agent)?.has(ringIdOf(task)) === false);
  }

  async #ring(tasks: readonly DueTask[]): Promise<void> {
    const { bell, logger } = this.parts;
    for (const agent of new Set(tasks.map(({ target_agent }) => target_agent))) {
      const its = tasks.filter(({ target_agent }) => target_agent === agent);
      await bell.ringAgain(agent, its);
      logger.debug(`Rang ${agent} again for ${its.length === 1 ? its[0]?.task_id : `${its.length} tasks`}.`);
    }
  }
}
