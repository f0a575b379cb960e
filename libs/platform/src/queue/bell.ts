import type { RoleRegistry } from '@app/agents';
import type { Dispatcher } from '@app/handoff';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { spanned } from '../tracing/spanned.js';
import { traceCarrier } from '../tracing/trace-carrier.js';
import { JOBS } from './job-catalogue.js';
import { parseJob } from './parse-job.js';
import type { QueueConnection } from './queue-connection.js';
import { ringIdOf } from './queue-names.js';
import { livingRings, ringsUnder } from './rings-in-queue.js';
import { within } from './within.js';

const PATIENCE_MS = 2_000;
const BATCH = 250;

type Line = readonly [queue: Queue, client: Redis];

export type Due = Parameters<Dispatcher['ring']>[0];

/** One attempt at ringing, for whoever counts. `again`: the keeper's, because the first was lost or its time had not come. */
export interface Rung {
  readonly agent: string;
  readonly again: boolean;
  readonly taken: boolean;
}

/**
 * Rings the agents this service runs itself, each through a queue of its own. It never waits for a server that is away: what could not be
 * rung is due all the same, and the keeper rings it when the server is back.
 */
export class Bell implements Dispatcher {
  readonly #queues = new Map<string, Queue>();
  readonly #listeners = new Set<(rung: Rung) => void>();

  constructor(
    private readonly registry: RoleRegistry,
    private readonly connection: QueueConnection | undefined,
  ) {}

  /** Hangs it up: from now on it can ring this agent. */
  attach(agent: string, queue: Queue): void {
    // Said once, by the connection; a queue that nobody listens to would print each.
    queue.on('error', () => undefined);
    this.#queues.set(agent, queue);
  }

  /** By which those who are rung find their queues; null when there are none. */
  get prefix(): string | null {
    return this.connection?.prefix ?? null;
  }

  rings(agent: string): boolean {
    return this.registry.served.some(({ name }) => name === agent);
  }

  /** `none`: there is nobody to be rung. */
  status(): 'ok' | 'unavailable' | 'none' {
    return this.registry.served.length === 0 ? 'none' : (this.connection?.status() ?? 'unavailable');
  }

  onBack(listener: () => void): () => void {
    return this.connection?.onBack(listener) ?? (() => undefined);
  }

  onRing(listener: (rung: Rung) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async ring(due: Due): Promise<void> {
    const about = { 'jerry.task_id': due.task_id, 'jerry.version': due.version, 'jerry.agent': due.target_agent };
    await spanned('ring', about, async () => {
      const { name, data, opts } = jobOf(due);
      await this.#asked(due.target_agent, 1, false, (queue) => queue.add(name, data, opts));
    });
  }

  /** For those whose ring is not present. One that was left behind under the same id would swallow the new one, so it goes first. */
  async ringAgain(agent: string, dues: readonly Due[]): Promise<void> {
    for (let from = 0; from < dues.length; from += BATCH) {
      const batch = dues.slice(from, from + BATCH);
      await this.#asked(agent, batch.length, true, async (queue, client) => {
        await Promise.all((await ringsUnder(batch.map(ringIdOf), queue, client)).map((id) => queue.remove(id)));
        await queue.addBulk(batch.map(jobOf));
      });
    }
  }

  /** The ids of rings that somebody has or will get. One that a dead worker left behind as its own is not among them. */
  async present(agent: string): Promise<ReadonlySet<string>> {
    return within(PATIENCE_MS, livingRings(...this.#lineTo(agent)));
  }

  async #asked(agent: string, count: number, again: boolean, ask: (...line: Line) => Promise<unknown>): Promise<void> {
    try {
      await within(PATIENCE_MS, ask(...this.#lineTo(agent)));
      this.#tell({ agent, again, taken: true }, count);
    } catch (error) {
      this.#tell({ agent, again, taken: false }, count);
      // Full, paused or gone: the next status says so, and the next ring does not wait.
      void this.connection?.check();
      throw error;
    }
  }

  #lineTo(agent: string): Line {
    const queue = this.#queues.get(agent);
    if (queue === undefined) throw new Error(`${agent} has no queue.`);
    if (this.connection?.status() !== 'ok') throw new Error('The queue server cannot be reached at present.');
    return [queue, this.connection.client];
  }

  #tell(rung: Rung, count: number): void {
    for (const listener of this.#listeners) for (let i = 0; i < count; i += 1) listener(rung);
  }
}

function jobOf(due: Due) {
  const trace = traceCarrier();
  const { task_id, version } = due;
  const job = parseJob({ name: 'work', data: { task_id, version, ...(Object.keys(trace).length > 0 && { trace }) } });
  return { ...job, opts: { ...JOBS[job.name].policy, jobId: ringIdOf(due) } };
}
