import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { ProcessPart } from './part-as-process.js';
import { queueAsProcess } from './queue-as-process.js';

/** The service's own queue server as a process of its own, always at the same address. Whoever opens one closes it. */
export class RunningQueue {
  /** Everything it wrote to its log, over all its lives. */
  output = '';
  #part: ProcessPart | undefined;
  #url = '';

  private constructor(private readonly directory: string) {}

  static async open(): Promise<RunningQueue> {
    const queue = new RunningQueue(await mkdtemp(join(tmpdir(), 'jerry-queue-')));
    await queue.start();
    return queue;
  }

  get url(): string {
    return this.#url;
  }

  /** Up again where it was, with what it had saved. */
  async start(): Promise<void> {
    const hear = (text: string) => {
      this.output += text;
    };
    this.#part = await queueAsProcess(this.directory, { again: this.#url !== '', hear });
    this.#url = String(this.#part.facts.redis_url);
  }

  /** Dead at once, with whatever it had not saved. */
  async kill(): Promise<void> {
    this.#part?.signal('SIGKILL');
    await this.#part?.ended;
    this.#part = undefined;
  }

  /** A client of the test's own, for as long as it does something with it. */
  async with<T>(use: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(this.#url, { lazyConnect: true, maxRetriesPerRequest: 1 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await use(client);
    } finally {
      client.disconnect();
    }
  }

  async flush(): Promise<void> {
    await this.with((client) => client.flushall());
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}
