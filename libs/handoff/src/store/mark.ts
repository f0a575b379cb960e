import type { TaskRecord } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import { type ChainPoint, chainRoot } from './chain-point.js';

/** A place in a log from which reading can begin in the middle, with what a list of versions shows. */
export interface Mark extends ChainPoint {
  readonly phase: TaskState['phase'];
  readonly status: TaskState['status'];
}

export const rootMark = (taskId: string): Mark => ({ ...chainRoot(taskId), phase: 'planning', status: 'pending' });

type Shown = Pick<Mark, 'phase' | 'status'>;

/** Phase and status after this record, without making its whole state. */
export const shownAfter = (before: Shown, record: Pick<TaskRecord, 'effect'>): Shown => {
  let { phase, status } = before;
  for (const op of record.effect) {
    if (op.op === 'remove') continue;
    if (op.path === '/phase') phase = op.value as Shown['phase'];
    else if (op.path === '/status') status = op.value as Shown['status'];
    else if (op.path === '') ({ phase, status } = op.value as Shown);
  }
  return { phase, status };
};

/** The last mark at or before this version. */
export const markBefore = (marks: readonly Mark[], version: number): Mark | undefined => marks.findLast((mark) => mark.version <= version);
