import type { TaskRecord } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import type { TaskIndex } from './listing/task-index.js';
import type { Mark } from './mark.js';
import { RecentWrites } from './recent-writes.js';
import { SNAPSHOT_EVERY } from './snapshots.js';
import type { StateWriter } from './state-writer.js';
import type { TaskEntry } from './task-entry.js';
import type { TaskHeads } from './task-heads.js';

const MARK_EVERY = 64;

export interface Publication {
  readonly record: TaskRecord;
  readonly before: TaskState | null;
  readonly after: TaskState;
  /** Where the record's line ends; nothing counts behind it yet. */
  readonly end: number;
}

/** Makes a version that counts the head: for readers, for lists, for whoever watches, and by and by for the derived files. */
export class Publisher {
  constructor(
    private readonly heads: TaskHeads,
    private readonly index: TaskIndex,
    private readonly writer: StateWriter,
  ) {}

  publish(entry: TaskEntry, { record, before, after, end }: Publication): void {
    const { version, hash, generation } = record;
    const mark: Mark = { version, hash, generation, bytes: end, phase: after.phase, status: after.status };
    entry.point = { version, hash, generation, bytes: end };
    entry.size = end;
    const head = this.heads.peek(entry) ?? { state: after, marks: [], writes: before === null ? new RecentWrites() : null };
    head.state = after;
    head.writes?.add(record);
    this.heads.remember(entry, record);
    if (version % MARK_EVERY === 0) head.marks.push(mark);
    this.heads.put(entry, head);
    if (version % SNAPSHOT_EVERY === 0) this.writer.keepSnapshot(entry.id, { mark, state: after });
    this.index.changed(before, after, record.kind);
    this.writer.changed(entry.id);
  }
}
