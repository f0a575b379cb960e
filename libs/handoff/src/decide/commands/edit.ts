import type { Body, CommandOf } from '../../schema/command.js';
import type { TaskState } from '../../schema/task-state.js';
import { accept } from '../accept.js';
import { admit } from '../admit.js';
import { isClipped } from '../clip.js';
import type { DecideContext } from '../context.js';
import type { Accepted } from '../decided.js';
import { Draft } from '../draft.js';
import { taskFacts } from '../task-facts.js';

/** Whether one of the texts that this edit leaves alone is only the beginning of what was posted. */
const leavesClipped = (state: TaskState, body: Body<'edit'>): boolean =>
  state.clipped === true &&
  ((body.goal === undefined && isClipped(state.goal ?? '')) ||
    (body.acceptance_criteria === undefined && state.acceptance_criteria.some(isClipped)));

export const edit = (state: TaskState, { body }: CommandOf<'edit'>, ctx: DecideContext): Accepted => {
  admit(state, { call: 'edit', principal: ctx.principal, expectedVersion: body.expected_version }, false);
  const draft = new Draft(state, ctx.now);
  const { facts, whole } = taskFacts(body);
  for (const key of ['task_title', 'goal', 'acceptance_criteria', 'labels', 'clipped'] as const)
    if (facts[key] !== undefined) draft.set(key, facts[key]);
  if (state.clipped === true && facts.clipped === undefined && !leavesClipped(state, body))
    draft.change({ op: 'remove', path: '/clipped' });
  for (const [field, value] of Object.entries(whole ?? {})) draft.keepWhole('task', field, value);
  return accept(draft, ctx, { kind: 'edit' });
};
