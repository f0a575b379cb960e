import type { Command, StateDelta } from '@app/handoff';
import { workDelta } from './deltas.js';
import type { Prose } from './prose.js';

const CRITERIA = 20;
const ITEMS_AT_ONCE = 50;
const OPEN_ISSUES = 30;
const FILLING_STEPS = 6;
const LONG_CHARS = 380;
const STEP_BYTES = 1_800;

const texts = (prose: Prose, many: number, chars: number): string[] => Array.from({ length: many }, () => prose.text(chars));

/** A task with as much to say for itself as one may have. */
export const largeTask = (prose: Prose, task_id: string): Command => ({
  kind: 'create',
  task_id,
  body: {
    task_title: prose.text(80),
    goal: prose.text(1_900),
    acceptance_criteria: texts(prose, CRITERIA, 480),
    phase: 'implementing',
  },
});

/** Steps that leave every window of the state full, in the versions from 2 on. */
export const fillingSteps = (prose: Prose, task_id: string): Command[] =>
  Array.from({ length: FILLING_STEPS }, (_, n) => ({
    kind: 'update',
    task_id,
    body: { expected_version: n + 1, state_delta: n === 0 ? { issues_raised: issues(prose) } : fullDelta(prose) },
  }));

const issues = (prose: Prose): NonNullable<StateDelta['issues_raised']> =>
  texts(prose, OPEN_ISSUES, LONG_CHARS).map((issue) => ({ issue, severity: 'medium', suggested_action: prose.text(LONG_CHARS) }));

const fullDelta = (prose: Prose): StateDelta => {
  const step = workDelta(prose, 'fill', STEP_BYTES);
  return {
    ...step,
    artifacts: Array.from({ length: ITEMS_AT_ONCE }, () => ({
      path: `src/${prose.hex(12)}.ts`,
      content_hash: prose.hex(64),
      artifact_type: 'source',
      size_bytes: 1,
    })),
    decisions: texts(prose, ITEMS_AT_ONCE, 200).map((decision) => ({ decision, rationale: prose.text(LONG_CHARS) })),
    warnings: texts(prose, ITEMS_AT_ONCE, 200),
    packet: {
      ...step.packet,
      observed: texts(prose, 6, LONG_CHARS).map((finding) => ({ finding, source: prose.path() })),
      not_done: texts(prose, 4, LONG_CHARS).map((item) => ({ item })),
    },
  };
};
