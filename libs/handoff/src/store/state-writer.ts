import { setTimeout as delay, setImmediate as soon } from 'node:timers/promises';
import type { TaskState } from '../schema/task-state.js';
import type { Fence } from './fence.js';
import type { StoreFiles } from './files.js';
import { type Layout, TEMP_PREFIX } from './layout.js';
import { replaceFile } from './replace-file.js';
import { Rest } from './rest.js';
import { encodeSnapshot, type Snapshot } from './snapshots.js';
import { encodeStateFile, type StateFile } from './state-file.js';
import type { StoreLog } from './store-log.js';

/** While there are appends: how many moments to stay away for each one spent on the main thread. */
const REST_WHEN_AWAITED = 1;
const REST = 19;
/** How long one task's file rests at least while there are appends and nothing else to write: nobody reads it as fast as it could be made anew. */
const SAME_AGAIN_MS = 100;
/** How many files are made side by side when all must be written: while one waits for the disk, the next is rendered. */
const LANES = 4;

export interface StateWriterParts {
  readonly files: StoreFiles;
  readonly layout: Layout;
  readonly fence: Fence;
  readonly log: StoreLog;
  readonly renderSummary: (state: TaskState) => string;
  readonly headOf: (taskId: string) => Promise<StateFile>;
  /** Whether there are appends that the main thread is needed for. */
  readonly isBusy: () => boolean;
  /** How long to wait before a file that could not be written is tried again. */
  readonly retryMs: number;
}

interface Waiter {
  readonly version: number;
  readonly resolve: () => void;
}

/** Resolves to the time spent on the main thread. */
type Job = () => Promise<number>;

/**
 * Keeps the derived files up to date, off the way of every answer: per task only the newest version, those first that somebody waits for.
 * Rendering costs far more than appending, so under load it takes a bounded share of the main thread (a twentieth, half when somebody waits); alone it writes at once.
 */
export class StateWriter {
  private readonly behind = new Set<string>();
  private readonly underWay = new Set<string>();
  private readonly awaited = new Map<string, Waiter[]>();
  private readonly snapshots: { taskId: string; snapshot: Snapshot }[] = [];
  private running: Promise<void> | null = null;
  private hurry = 0;
  private readonly breath = new Rest();
  private readonly rest = new Rest();
  private temps = 0;
  /** Whose file was written last. */
  private last: string | null = null;

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
    this.rest.cut();
    return new Promise((resolve) => {
      const waiting = this.awaited.get(taskId);
      if (waiting === undefined) this.awaited.set(taskId, [{ version, resolve }]);
      else waiting.push({ version, resolve });
    });
  }

  /** Writes what is behind without resting; what cannot be written is left for the next start. */
  async flush(): Promise<void> {
    this.hurry++;
    this.breath.cut();
    this.rest.cut();
    try {
      while (this.running !== null && !this.parts.fence.hasFallen) await Promise.all([this.running, ...this.furtherLanes()]);
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
    await this.lane();
  }

  private furtherLanes(): Promise<void>[] {
    return Array.from({ length: LANES - 1 }, () => this.lane());
  }

  private async lane(): Promise<void> {
    for (let job = this.nextJob(); job !== null && !this.parts.fence.hasFallen; job = this.nextJob()) {
      const spentMs = await this.attempt(job);
      if (spentMs === null && (this.hurry > 0 || this.parts.fence.hasFallen)) return;
      if (spentMs === null) await delay(this.parts.retryMs);
      else await this.giveWay(spentMs);
    }
  }

  /** Leaves the main thread to whoever waits for an answer; a shorter time when somebody waits for a file too. */
  private async giveWay(spentMs: number): Promise<void> {
    if (this.hurry > 0 || !this.parts.isBusy()) return soon();
    await this.breath.take(spentMs * REST_WHEN_AWAITED);
    if (this.hurry > 0 || this.awaited.size > 0) return;
    const [next] = this.behind;
    const restMs = spentMs * (REST - REST_WHEN_AWAITED);
    await this.rest.take(next === this.last ? Math.max(restMs, SAME_AGAIN_MS) : restMs);
  }

  private nextJob(): Job | null {
    const awaited = this.firstFree(this.awaited.keys());
    if (awaited !== undefined) return () => this.writeState(awaited);
    const kept = this.snapshots.shift();
    if (kept !== undefined) return () => this.writeSnapshot(kept.taskId, kept.snapshot);
    const behind = this.firstFree(this.behind);
    return behind === undefined ? null : () => this.writeState(behind);
  }

  private firstFree(taskIds: Iterable<string>): string | undefined {
    for (const taskId of taskIds) if (!this.underWay.has(taskId)) return taskId;
    return undefined;
  }

  private async attempt(job: Job): Promise<number | null> {
    try {
      return await job();
    } catch (error) {
      if (!this.parts.fence.hasFallen) this.parts.log('warn', `A derived file could not be written: ${(error as Error).message}.`);
      return null;
    }
  }

  /** One at a time for each task: an older file must not come over a newer one. */
  private async writeState(taskId: string): Promise<number> {
    this.underWay.add(taskId);
    try {
      return await this.replaceStateFile(taskId);
    } finally {
      this.underWay.delete(taskId);
    }
  }

  private async replaceStateFile(taskId: string): Promise<number> {
    const { files, layout, fence } = this.parts;
    this.last = taskId;
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
