import type { RecordDraft, TaskRecord } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import type { GateFilter, GateRow } from './gate-row.js';
import type { HistoryRow } from './history-row.js';
import type { Page, PageRequest } from './page.js';
import type { LoggedEvent, TaskEvent } from './task-event.js';
import type { TaskFilter, TaskRow } from './task-row.js';

/** The newest version of a task that counts. The state is shared and never changed in place. */
export interface Head {
  readonly state: TaskState;
  readonly hash: string;
}

export interface Appended extends Head {
  /** Settles when readers of the derived state file see this version or a later one; only then may anybody be rung. Never rejects.
   * Reading the property says that somebody waits, and puts this task before those nobody waits for: leave it alone otherwise. */
  readonly published: Promise<void>;
}

export interface Verification {
  readonly ok: boolean;
  readonly versions: number;
  readonly head_hash: string | null;
  /** Torn lines and lines of a fenced writer: skipped, harmless, shown. */
  readonly fragments: number;
  readonly first_bad?: { readonly line: number; readonly after_version: number; readonly reason: string };
}

/** A task that somebody has to be rung for, as seen in its state. */
export interface DueTask {
  readonly task_id: string;
  readonly version: number;
  readonly target_agent: string;
  readonly status: 'pending' | 'in_progress';
  readonly not_before: string | null;
  /** Since when it is this agent's turn. */
  readonly since: string;
  /** Who works on it; null while nobody does. */
  readonly claim: { readonly principal: string; readonly claim_epoch: number; readonly instance: string } | null;
}

/**
 * Keeps every version of every task. One contract suite holds for all of them:
 * what `append` acknowledged stays, whole and in order; of any number of appends for one version exactly one succeeds;
 * a writer that lost its directory acknowledges nothing and shows nothing any more; readers see a version wholly or not at all.
 */
export interface TaskStore {
  /** Null when there is no such task; ids are unique without regard to case but read with it. */
  head(taskId: string): Promise<Head | null>;
  /** Throws `version_not_found`. Returns null when there is no such task. */
  at(taskId: string, version: number): Promise<TaskState | null>;
  /** Writes version `expectedVersion + 1`; 0 creates. Throws `version_conflict`, or `task_exists` with the `task_id` as it is spelt, when the head is another one. */
  append(taskId: string, expectedVersion: number, draft: RecordDraft, next: TaskState): Promise<Appended>;
  /** Creates `taskId` with the source's records 1..version and `draft` after them, wholly or not at all. Throws `task_exists`. */
  fork(source: { taskId: string; version: number }, taskId: string, draft: RecordDraft, next: TaskState): Promise<Appended>;
  /** Records `from`..`to`, both included, oldest first; what lies beyond the head is left out. */
  records(taskId: string, from: number, to: number): Promise<readonly TaskRecord[]>;
  /** Newest first. */
  history(taskId: string, page: PageRequest): Promise<Page<HistoryRow>>;
  /** The version that this principal (who posted it, where that differs from in whose name) wrote under this key, among the last 1,000. */
  findKey(taskId: string, principal: string, idempotencyKey: string): Promise<TaskRecord | null>;
  /** The newest version that this principal wrote with this fingerprint, among the last 1,000. */
  findFingerprint(taskId: string, principal: string, fingerprint: string): Promise<TaskRecord | null>;
  /** By creation, newest first; paging while others write shows each task once. */
  query(filter: TaskFilter, page: PageRequest): Promise<Page<TaskRow>>;
  gates(filter: GateFilter, page: PageRequest): Promise<Page<GateRow>>;
  /** Of all agents, or of this one. */
  due(agent?: string): Promise<readonly DueTask[]>;
  /** What happened after this cursor in the order it was written, at most `limit`; `reset` when the cursor is too old or from before a restart. */
  events(after: string | null, limit: number): Promise<{ events: readonly LoggedEvent[]; cursor: string; reset: boolean }>;
  /** Calls back after every version that counts, in order per task. Returns how to stop. */
  subscribe(listener: (event: TaskEvent) => void): () => void;
  verify(taskId: string): Promise<Verification>;
  close(): Promise<void>;
}
