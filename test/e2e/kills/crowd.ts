import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { CrowdTask, Tally } from './crowd-task.js';

const ROOT = join(__dirname, '../../..');

/** Clients, each a process of its own, and what they have done by now. */
export class Crowd {
  readonly #tallies = new Map<number, Tally>();
  readonly #children: ChildProcess[];
  readonly #ended: Promise<void>[];
  #complaints = '';
  #endedEarly: Error | undefined;
  #waiting: { readonly handoffs: number; readonly go: () => void; readonly fail: (reason: Error) => void } | undefined;

  constructor(tasks: readonly CrowdTask[]) {
    this.#children = tasks.map((task) => this.#start(task));
    this.#ended = this.#children.map((child) => new Promise((done) => child.on('exit', (code) => done(this.#over(code)))));
  }

  get tallies(): readonly Tally[] {
    return [...this.#tallies.values()];
  }

  get complaints(): string {
    return this.#complaints;
  }

  sum(of: 'handoffs' | 'commits' | 'lost' | 'retried' | 'replayed' | 'forgotten'): number {
    return this.tallies.reduce((total, tally) => total + tally[of], 0);
  }

  /** Resolves once they have handed off so often; rejects when one of them ends before. */
  reaches(handoffs: number): Promise<void> {
    return new Promise((go, fail) => {
      if (this.#endedEarly !== undefined) fail(this.#endedEarly);
      this.#waiting = { handoffs, go, fail };
      this.#look();
    });
  }

  /** Each ends what it is about. */
  async stop(): Promise<void> {
    this.#waiting = undefined;
    for (const child of this.#children) child.send('stop');
    await Promise.all(this.#ended);
  }

  async kill(): Promise<void> {
    this.#waiting = undefined;
    for (const child of this.#children) child.kill('SIGKILL');
    await Promise.all(this.#ended);
  }

  #start(task: CrowdTask): ChildProcess {
    const loader = join(ROOT, 'scripts/typescript.mjs');
    const child = spawn(process.execPath, ['--import', loader, join(__dirname, 'client.child.ts'), JSON.stringify(task)], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    child.stderr?.on('data', (text: Buffer) => {
      this.#complaints += text.toString();
    });
    child.on('message', (tally: Tally) => {
      this.#tallies.set(tally.client, tally);
      this.#look();
    });
    return child;
  }

  #look(): void {
    if (this.#waiting === undefined || this.sum('handoffs') < this.#waiting.handoffs) return;
    this.#waiting.go();
    this.#waiting = undefined;
  }

  #over(code: number | null): void {
    this.#endedEarly ??= new Error(`a client ended with ${code}: ${this.#complaints}`);
    this.#waiting?.fail(this.#endedEarly);
  }
}
