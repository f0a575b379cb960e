import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, openClient } from '@app/client';
import { type ProcessPart, partAsProcess } from './part-as-process.js';
import { RunningApi } from './running-api.js';
import { RunningQueue } from './running-queue.js';
import type { Run } from './scripted-executor.js';

const served = { executor: { kind: 'command', command: ['true'] }, concurrency: 8 };
const CONFIG = {
  agents: { 'dev-engineer': served, 'dev-qa': served, 'dev-reviewer': served },
  lease_s: { worker: 2 },
  limits: { requests_per_s: 10_000, in_flight: 1_000 },
};
const LOOK_EVERY_MS = 50;

interface Wanted {
  /** Beside or instead of what stands in `.jerry/config.json` otherwise. */
  readonly config?: object;
  /** What a worker runs, instead of the one whose agents follow a script. */
  readonly worker?: string;
}

/** API, queue server and workers, each a process of its own that can be killed, on a project of their own. */
export class WorkedHouse {
  readonly workers: ProcessPart[] = [];
  /** What the workers wrote to their logs. */
  output = '';
  readonly client: Client;

  private constructor(
    readonly api: RunningApi,
    readonly queue: RunningQueue,
    private readonly workerToken: string,
    humanToken: string,
    private readonly program: string,
  ) {
    this.client = openClient({ baseUrl: api.address, token: humanToken });
  }

  static async open({ config = {}, worker = 'test/support/scripted-worker.child.ts' }: Wanted = {}): Promise<WorkedHouse> {
    const queue = await RunningQueue.open();
    const workerToken = randomBytes(24).toString('hex');
    const env = { JERRY_REDIS_URL: queue.url, JERRY_WORKER_TOKEN: workerToken };
    const api = await RunningApi.open({ asProcess: true, config: { ...CONFIG, ...config }, env });
    return new WorkedHouse(api, queue, workerToken, await api.tokenOf('human:mira'), worker);
  }

  async startWorker(project = this.api.project): Promise<ProcessPart> {
    const env = {
      JERRY_PROJECT_DIR: project,
      JERRY_API_URL: this.api.address,
      JERRY_REDIS_URL: this.queue.url,
      JERRY_WORKER_TOKEN: this.workerToken,
      JERRY_PROCESS: 'worker',
    };
    const worker = await partAsProcess(this.program, env, (text) => {
      this.output += text;
    });
    this.workers.push(worker);
    return worker;
  }

  /** Work on this task does not end before it is let go. */
  hold(taskId: string): void {
    mkdirSync(join(this.api.project, 'hold'), { recursive: true });
    writeFileSync(join(this.api.project, 'hold', taskId), '');
  }

  letGo(taskId: string): void {
    rmSync(join(this.api.project, 'hold', taskId));
  }

  get runs(): readonly Run[] {
    const path = join(this.api.project, 'runs.jsonl');
    return existsSync(path)
      ? readFileSync(path, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Run)
      : [];
  }

  /** The first run that is like this, once there is one. */
  async run(like: Partial<Run>): Promise<Run> {
    const wanted = Object.entries(like);
    return this.until(() => this.runs.find((run) => wanted.every(([key, value]) => run[key as keyof Run] === value)));
  }

  /** Asks until there is an answer. The test's own time limit is the only one. */
  async until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      await pause(LOOK_EVERY_MS);
    }
  }

  async close(): Promise<void> {
    for (const worker of this.workers) worker.signal('SIGKILL');
    await Promise.all(this.workers.map(({ ended }) => ended));
    await this.api.close();
    await this.queue.close();
  }
}
