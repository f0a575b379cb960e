import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

type Entered = (jobId: string, at: number) => void;

/** A consumer that does nothing but say when it was entered. */
export class Ears {
  readonly #awaited = new Map<string, (at: number) => void>();
  readonly #early = new Map<string, number>();

  private constructor(
    private readonly client: Redis,
    private readonly worker: Worker,
  ) {}

  static async open(redisUrl: string, prefix: string, queue: string): Promise<Ears> {
    const client = new Redis(redisUrl, { maxRetriesPerRequest: null });
    let entered: Entered = () => undefined;
    const worker = new Worker(queue, async ({ id }) => entered(id ?? '', performance.now()), { connection: client, prefix });
    await worker.waitUntilReady();
    const ears = new Ears(client, worker);
    entered = (id, at) => ears.#hear(id, at);
    return ears;
  }

  /** When the processor was entered for this job, which may have been before anybody asked. */
  entered(jobId: string): Promise<number> {
    const at = this.#early.get(jobId);
    if (at !== undefined) return Promise.resolve(at);
    return new Promise((resolve) => this.#awaited.set(jobId, resolve));
  }

  get heard(): number {
    return this.#early.size;
  }

  async close(): Promise<void> {
    await this.worker.close(true);
    this.client.disconnect();
  }

  #hear(jobId: string, at: number): void {
    this.#early.set(jobId, at);
    this.#awaited.get(jobId)?.(at);
    this.#awaited.delete(jobId);
  }
}

export const openQueue = (redisUrl: string, prefix: string, name: string): { queue: Queue; close: () => Promise<void> } => {
  const client = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue(name, { connection: client, prefix });
  const close = async () => {
    await queue.close();
    client.disconnect();
  };
  return { queue, close };
};
