import type { CommandOf } from '../../schema/command.js';
import type { TaskState } from '../../schema/task-state.js';
import { accept } from '../accept.js';
import { admit } from '../admit.js';
import type { DecideContext } from '../context.js';
import type { Accepted } from '../decided.js';
import { Draft } from '../draft.js';
import { giveFeedback } from '../feedback.js';
import { voidGates } from '../gates.js';

export const stop = (draft: Draft): void => {
  draft.set('status', 'cancelled');
  draft.set('claim', null);
  draft.set('not_before', null);
  voidGates(draft);
};

export const cancel = (state: TaskState, { body }: CommandOf<'cancel'>, ctx: DecideContext): Accepted => {
  admit(state, { call: 'cancel', principal: ctx.principal, expectedVersion: body.expected_version }, false);
  const draft = new Draft(state, ctx.now);
  stop(draft);
  giveFeedback(draft, 'cancelled', body.reason, ctx.principal, state.phase);
  return accept(draft, ctx, { kind: 'cancel' });
};
