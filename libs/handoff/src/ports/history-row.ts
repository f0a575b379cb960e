import { itemsOf } from '../history/items-of.js';
import type { Phase } from '../schema/phase.js';
import type { RecordKind, TaskRecord } from '../schema/record.js';
import type { Status } from '../schema/status.js';
import type { TaskState } from '../schema/task-state.js';

/** One version, as a list shows it: a pointer with the ids of what it recorded. */
export interface HistoryRow {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly posted_by?: string;
  readonly kind: RecordKind;
  readonly phase: Phase;
  readonly status: Status;
  readonly items: readonly string[];
  readonly hash: string;
}

export const historyRow = (record: TaskRecord, after: Pick<TaskState, 'phase' | 'status'>): HistoryRow => ({
  version: record.version,
  at: record.at,
  by: record.principal,
  ...(record.posted_by === undefined ? {} : { posted_by: record.posted_by }),
  kind: record.kind,
  phase: after.phase,
  status: after.status,
  items: itemsOf(record).map((item) => item.id),
  hash: record.hash,
});
