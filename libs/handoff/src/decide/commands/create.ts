import type { CommandOf } from '../../schema/command.js';
import type { OperationValue } from '../../schema/operation.js';
import { COUNTED_KINDS, SCHEMA_VERSION, type TaskState } from '../../schema/task-state.js';
import type { DecideContext } from '../context.js';
import type { Accepted } from '../decided.js';
import { knownAgent } from '../known-agent.js';
import { taskFacts } from '../task-facts.js';

const FIRST_VERSION = 1;
const NO_ARTIFACTS = { current: 0, unhashed: 0, digest: '0'.repeat(64) };

const nothingYet = () => ({
  claim: null,
  last_epoch: 0,
  attempts: 0,
  failures_in_row: 0,
  not_before: null,
  artifacts: [],
  artifact_set: NO_ARTIFACTS,
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
  totals: Object.fromEntries(COUNTED_KINDS.map((kind) => [kind, { recorded: 0, in_state: 0 }])) as TaskState['totals'],
});

export const create = ({ task_id, body }: CommandOf<'create'>, ctx: DecideContext): Accepted => {
  const { principal, now, rules } = ctx;
  const phase = body.phase ?? 'planning';
  const { facts, whole } = taskFacts(body);
  const next: TaskState = {
    schema_version: SCHEMA_VERSION,
    task_id,
    task_title: body.task_title,
    goal: null,
    acceptance_criteria: [],
    labels: [],
    ...facts,
    created_by: principal,
    created_at: now,
    updated_by: principal,
    updated_at: now,
    version: FIRST_VERSION,
    status: 'pending',
    phase,
    previous_phase: null,
    furthest_phase: phase,
    phase_started_at: now,
    phase_version: FIRST_VERSION,
    source_agent: null,
    posted_by: null,
    target_agent: knownAgent(rules, body.target_agent ?? rules.phases[phase]),
    handoff_timestamp: null,
    assigned_version: FIRST_VERSION,
    delivered_version: null,
    ...nothingYet(),
  };
  const effect = [{ op: 'add' as const, path: '', value: next as OperationValue }];
  return { outcome: 'accepted', kind: 'create', by: principal, effect, next, ...(whole === undefined ? {} : { whole: { task: whole } }) };
};
