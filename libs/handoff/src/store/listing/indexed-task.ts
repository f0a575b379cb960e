import { waitingSince } from '../../lifecycle/waiting-since.js';
import type { GateRow } from '../../ports/gate-row.js';
import { type TaskFilter, type TaskRow, taskRow } from '../../ports/task-row.js';
import type { TaskState } from '../../schema/task-state.js';

/** What lists need of a task, without its state. */
export interface IndexedTask {
  readonly key: string;
  readonly row: TaskRow;
  readonly labels: readonly string[];
  readonly not_before: string | null;
  readonly since: string;
  readonly claim: TaskState['claim'];
  readonly gates: readonly GateRow[];
}

/** By creation, then by id; fixed when the task is made, so that nothing moves under somebody who turns pages. */
export const keyOf = (createdAt: string, id: string): string => `${createdAt} ${id}`;

export const idOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

const NO_GATES: readonly GateRow[] = [];

export const indexedTask = (state: TaskState): IndexedTask => ({
  key: keyOf(state.created_at, state.task_id),
  row: taskRow(state),
  labels: state.labels,
  not_before: state.not_before,
  since: waitingSince(state),
  claim: state.claim,
  gates: state.gates.length === 0 ? NO_GATES : state.gates.map((gate) => ({ task_id: state.task_id, ...gate })),
});

/** The part of a filter that no bucket answers. */
export const matches = ({ row, labels }: IndexedTask, { label, q }: TaskFilter): boolean => {
  if (label !== undefined && !labels.includes(label)) return false;
  if (q === undefined) return true;
  const sought = q.toLowerCase();
  return row.task_title.toLowerCase().includes(sought) || row.task_id.toLowerCase().includes(sought);
};
