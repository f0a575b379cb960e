import { setTimeout as delay, setImmediate as soon } from 'node:timers/promises';
import type { TaskState } from '../schema/task-state.js';
import type { Fence } from './fence.js';
import type { StoreFiles } from './files.js';
import { type Layout, TEMP_PREFIX } from './layout.js';
import { replaceFile } from './replace-file.js';
import { encodeSnapshot, type Snapshot } from './snapshots.js';
import { encodeStateFile, type StateFile } from './state-file.js';
import type { StoreLog } from './store-log.js';

/** While appends are under way: how many moments to stay away for each one spent on the main thread. */
const REST_WHEN_AWAITED = 1;
const REST = 9;

export interface StateWriterParts {
  readonly files: StoreFiles;
  readonly layout: Layout;
  readonly fence: Fence;
  readonly log: StoreLog;
  readonly renderSummary: (state: TaskState) => string;
  readonly headOf: (taskId: string) => Promise<StateFile>;
  /** Whether anybody is waiting for an append. */
  readonly isBusy: () => boolean;
  /** How long to wait before a file that could not be written is tried again. */
  readonly retryMs: number;
}

interface Waiter {
  readonly version: number;
  readonly resolve: () => void;
}

type Job = { readonly rest: number; run(): Promise<number> };

/**
 * Keeps the derived files up to date, off the way of every answer: per task only the newest version, those first that somebody waits for.
 * Rendering costs far more than appending, so under load it takes a bounded share of the main thread; alone it writes at once.
 */
export class StateWriter {
  private readonly behind = new Set<string>();
  private readonly awaited = new Map<string, Waiter[]>();
  private readonly snapshots: { taskId: string; snapshot: Snapshot }[] = [];
  private running: Promise<void> | null = null;
  private hurry = 0;
  private temps = 0;

  constructor(private readonly parts: StateWriterParts) {}

  /** The task has a newer version than its state file says. */
  changed(taskId: string): void {
    this.behind.add(taskId);
    this.start();
  }

  keepSnapshot(taskId: string, snapshot: Snapshot): void {
    this.snapshots.push({ taskId, snapshot });
    this.start();
  }

  /** Settles when the state file shows this version or a later one; never when the fence has fallen. */
  published(taskId: string, version: number): Promise<void> {
    if (!this.behind.has(taskId)) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.awaited.get(taskId);
      if (waiting === undefined) this.awaited.set(taskId, [{ version, resolve }]);
      else waiting.push({ version, resolve });
    });
  }

  /** Writes what is behind without resting; what cannot be written is left for the next start. */
  async flush(): Promise<void> {
    this.hurry++;
    try {
      while (this.running !== null && !this.parts.fence.hasFallen) await this.running;
    } finally {
      this.hurry--;
    }
  }

  private start(): void {
    this.running ??= this.work().finally(() => {
      this.running = null;
    });
  }

  private async work(): Promise<void> {
    await soon();
    for (let job = this.nextJob(); job !== null && !this.parts.fence.hasFallen; job = this.nextJob()) {
      const spentMs = await this.attempt(job);
      if (spentMs === null && (this.hurry > 0 || this.parts.fence.hasFallen)) return;
      if (spentMs === null) await delay(this.parts.retryMs);
      else if (this.parts.isBusy() && this.hurry === 0) await delay(spentMs * job.rest);
      else await soon();
    }
  }

  private nextJob(): Job | null {
    const [awaited] = this.awaited.keys();
    if (awaited !== undefined) return { rest: REST_WHEN_AWAITED, run: () => this.writeState(awaited) };
    const kept = this.snapshots.shift();
    if (kept !== undefined) return { rest: REST, run: () => this.writeSnapshot(kept.taskId, kept.snapshot) };
    const [behind] = this.behind;
    return behind === undefined ? null : { rest: REST, run: () => this.writeState(behind) };
  }

  private async attempt(job: Job): Promise<number | null> {
    try {
      return await job.run();
    } catch (error) {
      if (!this.parts.fence.hasFallen) this.parts.log('warn', `A derived file could not be written: ${(error as Error).message}.`);
      return null;
    }
  }

  /** Resolves to the time spent on the main thread. */
  private async writeState(taskId: string): Promise<number> {
    const { files, layout, fence } = this.parts;
    const head = await this.parts.headOf(taskId);
    const begun = performance.now();
    const text = encodeStateFile(head, this.summaryOf(head.state));
    const spentMs = performance.now() - begun;
    // To the end of the line: a task that never rests must not keep the others waiting.
    this.behind.delete(taskId);
    this.behind.add(taskId);
    await replaceFile(files, { temp: this.tempIn(layout.state), path: layout.stateFile(taskId) }, text, () => fence.look());
    const newest = await this.parts.headOf(taskId);
    if (newest.version === head.version && newest.log_bytes === head.log_bytes) this.behind.delete(taskId);
    this.settle(taskId, head.version);
    return spentMs;
  }

  private settle(taskId: string, version: number): void {
    const waiting = this.awaited.get(taskId) ?? [];
    const still = waiting.filter((waiter) => waiter.version > version);
    if (still.length > 0) this.awaited.set(taskId, still);
    else this.awaited.delete(taskId);
    for (const waiter of waiting) if (waiter.version <= version) waiter.resolve();
  }

  private async writeSnapshot(taskId: string, snapshot: Snapshot): Promise<number> {
    const { files, layout } = this.parts;
    const begun = performance.now();
    const bytes = encodeSnapshot(snapshot);
    const spentMs = performance.now() - begun;
    const names = { temp: this.tempIn(layout.snapshotsOf(taskId)), path: layout.snapshot(taskId, snapshot.mark.version) };
    await replaceFile(files, names, bytes, () => undefined);
    return spentMs;
  }

  private tempIn(directory: string): string {
    return `${directory}/${TEMP_PREFIX}${this.parts.fence.generation}-${++this.temps}`;
  }

  private summaryOf(state: TaskState): string {
    try {
      return this.parts.renderSummary(state);
    } catch (error) {
      this.parts.log('error', `The summary of ${state.task_id} could not be made: ${(error as Error).message}.`);
      return '';
    }
  }
}
