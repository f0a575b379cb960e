import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '../http/connection.js';
import { startQueueServer } from '../http/queue-server.js';
import { ServerProcess } from '../http/server-process.js';
import { creation, pack } from '../life.js';
import { Prose } from '../prose.js';
import type { Facts, OpenSide, Side, Slice } from '../side.js';
import { type Sizes, sizesFor } from '../sizes.js';
import { percentile } from '../statistics.js';
import { Ears } from './ring-bell.js';

/** Tasks made before a slice; more than it can use. */
const PER_SLICE = 700;
const SMOKE_PER_SLICE = 30;
const CONFIG = {
  agents: { 'dev-qa': { executor: { kind: 'command', command: ['true'] } } },
  limits: { requests_per_s: 100_000, in_flight: 1_000 },
};

interface Parts {
  readonly connection: Connection;
  readonly ears: Ears;
  readonly headers: string;
  readonly sizes: Sizes;
  readonly smoke: boolean;
  readonly stop: () => Promise<void>;
}

/** Handoffs over HTTP to an agent the service runs: from when one is sent, which is before it is durable, to the processor entered. */
class Service implements Side {
  readonly #prose: Prose;
  readonly #ready: string[] = [];
  #made = 0;
  #handed = 0;

  constructor(private readonly parts: Parts) {
    this.#prose = new Prose(parts.sizes.seed);
  }

  async prepare(): Promise<void> {
    const wanted = this.parts.smoke ? SMOKE_PER_SLICE : PER_SLICE;
    while (this.#ready.length < wanted) {
      const { task_id, body } = creation(this.#prose, `R${++this.#made}`);
      await this.#post('/v1/tasks', { task_id, ...body });
      this.#ready.push(task_id);
    }
  }

  async slice(ms: number): Promise<Slice> {
    const latencies: number[] = [];
    for (const end = performance.now() + ms; performance.now() < end; ) {
      const task = this.#ready.shift();
      if (task === undefined) break;
      const { delta } = pack(this.#prose, this.parts.sizes, ++this.#handed);
      const begun = performance.now();
      await this.#post(`/v1/tasks/${task}/handoffs`, { phase: 'testing', expected_version: 1, state_delta: delta });
      latencies.push((await this.parts.ears.entered(`${task}-v2-dev-qa`)) - begun);
    }
    return { count: percentile(latencies, 0.99), over: 1 };
  }

  async facts(): Promise<Facts> {
    return { rings: this.#handed };
  }

  async finish(): Promise<number> {
    if (this.parts.ears.heard !== this.#handed) throw new Error(`${this.#handed} handoffs were accepted and ${this.parts.ears.heard} rang`);
    this.parts.connection.close();
    await this.parts.ears.close();
    await this.parts.stop();
    return this.#handed;
  }

  async #post(path: string, body: object): Promise<void> {
    const reply = await this.parts.connection.post(path, this.parts.headers, JSON.stringify(body));
    if (reply.status !== 201) throw new Error(`The service answered ${reply.status}: ${reply.body}`);
  }
}

export const openRingProduct: OpenSide = async ({ build, directory, smoke }) => {
  mkdirSync(join(directory, '.jerry'));
  writeFileSync(join(directory, '.jerry/config.json'), JSON.stringify(CONFIG));
  const queue = await startQueueServer(build, directory);
  const redisUrl = String(queue.facts.redis_url);
  const [adminToken, workerToken] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  const api = await ServerProcess.start([join(build, 'apps/api/src/main.js')], {
    ...process.env,
    JERRY_PROCESS: 'api',
    JERRY_PORT: '0',
    JERRY_PROJECT_DIR: directory,
    JERRY_REDIS_URL: redisUrl,
    JERRY_ADMIN_TOKEN: adminToken,
    JERRY_WORKER_TOKEN: workerToken,
    JERRY_LOG_LEVEL: 'error',
    XDG_STATE_HOME: join(directory, 'state-home'),
  });
  const stop = async () => {
    await api.stop();
    await queue.stop();
  };
  const connection = await Connection.open(api.address);
  const me = await connection.get('/v1/me', `authorization: Bearer ${workerToken}\r\n`);
  const { queue_prefix } = JSON.parse(me.body) as { queue_prefix: string };
  return new Service({
    connection,
    ears: await Ears.open(redisUrl, queue_prefix, 'jerry-dev-qa'),
    headers: `authorization: Bearer ${adminToken}\r\nprefer: return=minimal\r\n`,
    sizes: sizesFor(smoke),
    smoke,
    stop,
  });
};
