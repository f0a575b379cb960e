import { type Operation, type RecordDraft, type RecordKind, replay, type TaskState } from '@app/handoff';
import { firstState, momentOf } from './sample-state.js';

/** What to hand to a store: the record's draft and the state after it. */
export interface Step {
  readonly draft: RecordDraft;
  readonly next: TaskState;
}

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
