import type { RecordDraft, TaskState } from '@app/handoff';
import { firstState, momentOf } from '../../support/sample-state.js';

/** Steps made without any code of the product, so that a child process starts quickly and a mistake there is not repeated here. */
export interface PlainStep {
  readonly draft: RecordDraft;
  readonly next: TaskState;
}

const KEPT = 3;

const draftOf = (version: number, kind: RecordDraft['kind'], principal: string, effect: RecordDraft['effect']): RecordDraft => ({
  schema_version: 1,
  at: momentOf(version),
  principal,
  kind,
  fingerprint: String(version).padStart(32, '0'),
  effect,
  config_hash: 'faults',
});

export const plainCreation = (taskId: string): PlainStep => {
  const next = firstState(taskId, momentOf(1), {});
  return { draft: draftOf(1, 'create', 'human:mira', [{ op: 'add', path: '', value: next as never }]), next };
};

/** Notes `text` as a warning; the state keeps the newest few. */
export const plainStep = (state: TaskState, text: string, more: Partial<Pick<TaskState, 'task_id'>> = {}): PlainStep => {
  const version = state.version + 1;
  const warning = { id: `W${version}`, warning: text, agent: 'dev-engineer', timestamp: momentOf(version) };
  const effect: RecordDraft['effect'] = [{ op: 'add', path: '/warnings/0', value: warning }];
  if (state.warnings.length === KEPT) effect.push({ op: 'remove', path: `/warnings/${KEPT}` });
  if (more.task_id !== undefined) effect.push({ op: 'replace', path: '/task_id', value: more.task_id });
  const next = {
    ...state,
    ...more,
    version,
    updated_by: 'agent:dev-engineer',
    updated_at: momentOf(version),
    warnings: [warning, ...state.warnings].slice(0, KEPT),
  };
  return { draft: draftOf(version, more.task_id === undefined ? 'update' : 'fork', 'agent:dev-engineer', effect), next };
};
