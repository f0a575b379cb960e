import type { TaskState } from '@app/handoff';

const SECOND_MS = 1_000;
const START_MS = Date.UTC(2026, 0, 1);
const NO_TOTAL = { recorded: 0, in_state: 0 };

/** A moment some seconds after the beginning of time as tests know it. */
export const momentOf = (n: number): string => new Date(START_MS + n * SECOND_MS).toISOString();

const EMPTY = {
  clipped: undefined,
  goal: null,
  acceptance_criteria: [],
  labels: [],
  previous_phase: null,
  source_agent: null,
  posted_by: null,
  handoff_timestamp: null,
  delivered_version: null,
  claim: null,
  last_epoch: 0,
  attempts: 0,
  failures_in_row: 0,
  not_before: null,
  artifacts: [],
  artifact_set: { current: 0, unhashed: 0, digest: '0'.repeat(64) },
  decisions_made: [],
  blocking_issues: [],
  warnings: [],
  checks: [],
  quality_gates_passed: [],
  quality_gates_failed: [],
  packets: [],
  retry_feedback: [],
  gates: [],
  pending_handoff: null,
  forked_from: null,
} as const;

const TOTALS: TaskState['totals'] = {
  decisions: NO_TOTAL,
  issues: NO_TOTAL,
  warnings: NO_TOTAL,
  findings: NO_TOTAL,
  not_done: NO_TOTAL,
  failed_approaches: NO_TOTAL,
  artifacts: NO_TOTAL,
  checks: NO_TOTAL,
  feedback: NO_TOTAL,
  gates: NO_TOTAL,
  packets: NO_TOTAL,
};

/** A state as version 1 makes it. */
export const firstState = (taskId: string, at: string, over: Partial<TaskState>): TaskState => {
  const { clipped: _, ...empty } = EMPTY;
  const state = {
    schema_version: 1 as const,
    task_id: taskId,
    task_title: `Task ${taskId}`,
    created_by: 'human:mira',
    created_at: at,
    updated_by: 'human:mira',
    updated_at: at,
    version: 1,
    status: 'pending' as const,
    phase: 'planning' as const,
    furthest_phase: 'planning' as const,
    phase_started_at: at,
    phase_version: 1,
    target_agent: 'dev-engineer',
    assigned_version: 1,
    ...empty,
    totals: TOTALS,
    ...over,
  };
  return JSON.parse(JSON.stringify(state)) as TaskState;
};
