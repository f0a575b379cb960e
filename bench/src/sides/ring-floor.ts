import { startQueueServer } from '../http/queue-server.js';
import type { Facts, OpenSide, Side, Slice } from '../side.js';
import { percentile } from '../statistics.js';
import { Ears, openQueue } from './ring-bell.js';

const PREFIX = 'bench';
const NAME = 'bare';

/** Bare BullMQ: from `add` to the processor entered, one after the other. */
class BareBullMq implements Side {
  #added = 0;

  constructor(
    private readonly bell: ReturnType<typeof openQueue>,
    private readonly ears: Ears,
    private readonly stop: () => Promise<void>,
  ) {}

  async prepare(): Promise<void> {}

  async slice(ms: number): Promise<Slice> {
    const latencies: number[] = [];
    for (const end = performance.now() + ms; performance.now() < end; ) {
      const jobId = `j-${++this.#added}`;
      const begun = performance.now();
      await this.bell.queue.add('work', { task_id: 'T1', version: this.#added }, { jobId, removeOnComplete: true });
      latencies.push((await this.ears.entered(jobId)) - begun);
    }
    return { count: percentile(latencies, 0.99), over: 1 };
  }

  async facts(): Promise<Facts> {
    return { rings: this.#added };
  }

  async finish(): Promise<number> {
    if (this.ears.heard !== this.#added) throw new Error(`${this.#added} jobs were added and ${this.ears.heard} came`);
    await this.ears.close();
    await this.bell.close();
    await this.stop();
    return this.#added;
  }
}

export const openRingFloor: OpenSide = async ({ build, directory }) => {
  const server = await startQueueServer(build, directory);
  const redisUrl = String(server.facts.redis_url);
  return new BareBullMq(openQueue(redisUrl, PREFIX, NAME), await Ears.open(redisUrl, PREFIX, NAME), () => server.stop());
};
