import { HandoffError } from '../errors/handoff.error.js';
import type { TaskRecord } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import type { ChainPoint } from './chain-point.js';
import type { Damage } from './chain-reader.js';
import { DamagedLogError } from './damaged-log.error.js';
import type { StoreFiles } from './files.js';
import type { Layout } from './layout.js';
import type { TaskIndex } from './listing/task-index.js';
import { loadTask } from './load-task.js';
import type { LogReader } from './log-reader.js';
import { Lru } from './lru.js';
import type { Mark } from './mark.js';
import { RecentRecords } from './recent-records.js';
import type { RecentWrites } from './recent-writes.js';
import type { StoreLog } from './store-log.js';
import { LOG_IS_GONE, readOnly, type TaskEntry } from './task-entry.js';

/** What is kept of a task that was used lately, and made again from its files when it is asked for after that. */
export interface LoadedHead {
  state: TaskState;
  marks: Mark[];
  /** Made when first asked for; kept from birth for a task that was made by this process. */
  writes: RecentWrites | null;
}

export interface TaskHeadsParts {
  readonly files: StoreFiles;
  readonly layout: Layout;
  readonly reader: LogReader;
  readonly index: TaskIndex;
  readonly log: StoreLog;
  readonly capacity: number;
}

const RECENT_RECORDS = 2_048;

/** The newest state of each task, as far as memory allows. */
export class TaskHeads {
  private readonly loaded: Lru<LoadedHead>;
  private readonly recent = new RecentRecords(RECENT_RECORDS);
  private readonly loading = new Map<string, Promise<LoadedHead>>();

  constructor(private readonly parts: TaskHeadsParts) {
    this.loaded = new Lru(parts.capacity);
  }

  /** Only if it is at hand. */
  peek(entry: TaskEntry): LoadedHead | undefined {
    return this.loaded.get(entry.id);
  }

  put(entry: TaskEntry, head: LoadedHead): void {
    this.loaded.set(entry.id, head);
  }

  remember(entry: TaskEntry, record: TaskRecord): void {
    this.recent.add(entry.id, record);
  }

  /** These records, if all of them were written a moment ago. */
  recall(entry: TaskEntry, from: number, to: number): readonly TaskRecord[] | null {
    return to < from ? [] : this.recent.between(entry.id, from, to);
  }

  async of(entry: TaskEntry): Promise<LoadedHead> {
    const known = this.loaded.get(entry.id);
    if (known !== undefined) return known;
    const under = this.loading.get(entry.id);
    if (under !== undefined) return under;
    const loading = this.load(entry).finally(() => this.loading.delete(entry.id));
    this.loading.set(entry.id, loading);
    return loading;
  }

  /** After a read met damage: reads the whole log once more and says why the task is read-only from now on. */
  async damaged(entry: TaskEntry, met: DamagedLogError): Promise<HandoffError> {
    const task = await loadTask(this.parts, entry.id, { examine: true });
    if (task.damage === null)
      return new HandoffError('internal', `The history of ${entry.id} changed while it was read.`, {}, { cause: met });
    this.condemn(entry, { ...task, damage: task.damage });
    return readOnly(entry);
  }

  vanished(entry: TaskEntry): HandoffError {
    entry.damage = { line: 0, after_version: 0, reason: LOG_IS_GONE };
    this.parts.log('error', `The history of ${entry.id} is gone. The task is read-only.`);
    return readOnly(entry);
  }

  /** Notes damage that was found while running: from now on the task ends at its last good version, for readers too. */
  condemn(entry: TaskEntry, found: { point: ChainPoint; size: number; state: TaskState | null; damage: Damage }): void {
    const { after_version, line, reason } = found.damage;
    this.parts.log(
      'error',
      `The history of ${entry.id} is damaged after version ${after_version} (line ${line}): ${reason}. The task is read-only.`,
    );
    entry.damage = found.damage;
    entry.point = found.point;
    entry.size = found.size;
    this.loaded.delete(entry.id);
    if (found.state === null) return;
    this.loaded.set(entry.id, { state: found.state, marks: [], writes: null });
    this.parts.index.put(found.state);
  }

  private async load(entry: TaskEntry): Promise<LoadedHead> {
    const { point, size } = entry;
    const task = await loadTask(this.parts, entry.id, { upTo: size });
    if (task.state === null || task.point.hash !== point.hash)
      throw new DamagedLogError(task.point.version, `version ${point.version} is no longer in the log`);
    const head = { state: task.state, marks: [], writes: null };
    // An append may have moved the head while this was read.
    if (entry.point === point) this.loaded.set(entry.id, head);
    return this.loaded.get(entry.id) ?? head;
  }
}
