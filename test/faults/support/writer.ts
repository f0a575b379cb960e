import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fact, Said, WriterTask } from '../writer.child.js';
import { Child, type Ended } from './child.js';

const stateOf = (pid: number): string => {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
};

/** A writer in a process of its own, with everything it has said so far. */
export class Writer {
  readonly acknowledged: Fact[] = [];
  readonly shown: Fact[] = [];
  generation = 0;
  paused = false;
  ended: Ended | null = null;
  why = '';
  private readonly child: Child;
  private readonly watchers = new Set<() => void>();

  constructor(readonly task: WriterTask) {
    this.child = new Child('writer.child.ts', task, (line) => this.hear(JSON.parse(line) as Said));
    void this.child.ended.then((ended) => {
      this.ended = ended;
      this.tell();
    });
  }

  /** Waits until this holds, or the process has ended. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds() && this.ended === null) await new Promise<void>((resolve) => this.watchers.add(resolve));
  }

  /** Waits until it says that it stands still, and it does. */
  async standsStill(): Promise<boolean> {
    await this.until(() => this.paused);
    while (this.paused && this.ended === null && !stateOf(this.child.pid).startsWith('T')) await delay(1);
    return this.ended === null;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.signal(signal);
  }

  async end(): Promise<Ended> {
    return this.child.ended;
  }

  /** How much the store has told it. */
  get facts(): number {
    return this.acknowledged.length + this.shown.length;
  }

  get complaint(): string {
    return this.child.complaint;
  }

  private hear(said: Said): void {
    if (said.say === 'writing') this.generation = said.generation;
    else if (said.say === 'pausing') this.paused = true;
    else if (said.say === 'ended') this.why = said.why;
    else this[said.say].push(said);
    this.tell();
  }

  private tell(): void {
    const watchers = [...this.watchers];
    this.watchers.clear();
    for (const resolve of watchers) resolve();
  }
}
