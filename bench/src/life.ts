import type { Command, StateDelta, TaskState } from '@app/handoff';
import { markOf, steadyDelta } from './deltas.js';
import type { Prose } from './prose.js';
import type { Sizes } from './sizes.js';

/** What a caller brings along before it knows where the task stands. */
export interface Luggage {
  readonly mark: string;
  readonly delta: StateDelta;
  readonly reason: string;
}

/** Around a delta: phase, expected_version and the braces. */
const ENVELOPE_BYTES = 64;
const REASON_CHARS = 1_900;

export const pack = (prose: Prose, sizes: Sizes, n: number): Luggage => {
  const mark = markOf(n);
  const bytes = prose.between(sizes.body_bytes.least, sizes.body_bytes.most) - ENVELOPE_BYTES;
  const delta = steadyDelta(prose, sizes, mark, bytes);
  return { mark, delta, reason: `${mark} ${prose.text(Math.min(bytes, REASON_CHARS))}` };
};

const TURNS = {
  planning: { principal: 'agent:dev-engineer', to: 'implementing' },
  implementing: { principal: 'agent:dev-engineer', to: 'testing' },
  testing: { principal: 'agent:dev-qa', to: 'reviewing' },
  reviewing: { principal: 'agent:dev-reviewer', to: 'completed' },
} as const;

/** The next step in a life that never ends: three agents hand the task on until it is completed, then a person opens it again. */
export const nextStep = (
  { task_id, phase, version }: Pick<TaskState, 'task_id' | 'phase' | 'version'>,
  { delta, reason }: Luggage,
): { command: Command; principal: string } => {
  if (phase === 'completed')
    return {
      command: { kind: 'reopen', task_id, body: { reason, phase: 'implementing', expected_version: version } },
      principal: 'human:mira',
    };
  const { principal, to } = TURNS[phase];
  return { command: { kind: 'handoff', task_id, body: { phase: to, expected_version: version, state_delta: delta } }, principal };
};

export const creation = (prose: Prose, taskId: string): Command => ({
  kind: 'create',
  task_id: taskId,
  body: {
    task_title: prose.text(60),
    goal: prose.text(300),
    acceptance_criteria: [prose.text(80), prose.text(80)],
    labels: ['bench'],
    phase: 'implementing',
  },
});
