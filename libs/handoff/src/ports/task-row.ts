import type { Phase } from '../schema/phase.js';
import type { Status } from '../schema/status.js';
import type { TaskState } from '../schema/task-state.js';

export interface TaskFilter {
  readonly phase?: Phase | undefined;
  readonly status?: Status | undefined;
  readonly target_agent?: string | undefined;
  readonly label?: string | undefined;
  /** Found in the title or the id, without regard to case. */
  readonly q?: string | undefined;
}

export interface TaskRow {
  readonly task_id: string;
  readonly task_title: string;
  readonly phase: Phase;
  readonly status: Status;
  readonly version: number;
  readonly target_agent: string | null;
  readonly claimed_by: string | null;
  readonly attempts: number;
  readonly open_blockers: number;
  readonly open_gates: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export const taskRow = (state: TaskState): TaskRow => ({
  task_id: state.task_id,
  task_title: state.task_title,
  phase: state.phase,
  status: state.status,
  version: state.version,
  target_agent: state.target_agent,
  claimed_by: state.claim?.principal ?? null,
  attempts: state.attempts,
  open_blockers: state.blocking_issues.filter((issue) => issue.severity === 'blocker').length,
  open_gates: state.gates.filter((gate) => gate.status === 'open').length,
  created_at: state.created_at,
  updated_at: state.updated_at,
});
