import { type Operation, type RecordDraft, type RecordKind, replay, type TaskState } from '@app/handoff';

/** What to hand to a store: the record's draft and the state after it. */
export interface Step {
  readonly draft: RecordDraft;
  readonly next: TaskState;
}

const SECOND_MS = 1_000;
const START_MS = Date.UTC(2026, 0, 1);
const NO_TOTAL = { recorded: 0, in_state: 0 };

const momentOf = (n: number): string => new Date(START_MS + n * SECOND_MS).toISOString();

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

const firstState = (taskId: string, at: string, over: Partial<TaskState>): TaskState => {
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

export interface StepOptions {
  readonly kind?: RecordKind;
  readonly principal?: string;
  readonly posted_by?: string;
  readonly key?: string;
  readonly fingerprint?: string;
  readonly at?: string;
}

const draftOf = (effect: Operation[], version: number, kind: RecordKind, options: StepOptions): RecordDraft => ({
  schema_version: 1,
  at: options.at ?? momentOf(version),
  principal: options.principal ?? 'agent:dev-engineer',
  ...(options.posted_by === undefined ? {} : { posted_by: options.posted_by }),
  kind: options.kind ?? kind,
  fingerprint: options.fingerprint ?? String(version).padStart(32, '0'),
  ...(options.key === undefined ? {} : { idempotency_key: options.key }),
  effect,
  config_hash: 'test',
});

/** Version 1 of a task. */
export const creation = (taskId: string, over: Partial<TaskState> = {}, options: StepOptions = {}): Step => {
  const state = firstState(taskId, options.at ?? momentOf(0), over);
  const draft = draftOf([{ op: 'add', path: '', value: state as never }], 1, 'create', {
    at: momentOf(0),
    principal: 'human:mira',
    ...options,
  });
  return { draft, next: replay(null, draft, 1) };
};

/** The next version: a warning at the front of its list, and whatever else is asked for. */
export const step = (state: TaskState, text: string, options: StepOptions = {}, more: Operation[] = []): Step => {
  const version = state.version + 1;
  const at = options.at ?? momentOf(version);
  const warning = { id: `W${version}`, warning: text, agent: 'dev-engineer', timestamp: at };
  const draft = draftOf([{ op: 'add', path: '/warnings/0', value: warning }, ...more], version, 'update', { ...options, at });
  return { draft, next: replay(state, draft, version) };
};

/** What a fork adds: the new task's name. */
export const forking = (state: TaskState, taskId: string): Step => {
  const version = state.version + 1;
  const draft = draftOf(
    [
      { op: 'replace', path: '/task_id', value: taskId },
      { op: 'replace', path: '/forked_from', value: { task_id: state.task_id, version: state.version } },
    ],
    version,
    'fork',
    { principal: 'human:mira' },
  );
  return { draft, next: replay(state, draft, version) };
};

export const gate = (taskId: string, version: number, status: 'open' | 'approved' = 'open'): TaskState['gates'][number] => ({
  id: `${taskId}.G${version}`,
  kind: 'issue',
  status,
  required: 1,
  issue_ids: [],
  votes: [],
  opened_by: 'agent:dev-engineer',
  opened_at: momentOf(version),
  resolved_at: null,
});
