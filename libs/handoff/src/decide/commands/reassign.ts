import type { CommandOf } from '../../schema/command.js';
import type { TaskState } from '../../schema/task-state.js';
import { accept } from '../accept.js';
import { admit } from '../admit.js';
import { forgiveAttempts } from '../attempts.js';
import type { DecideContext } from '../context.js';
import type { Accepted } from '../decided.js';
import { Draft } from '../draft.js';
import { giveFeedback } from '../feedback.js';
import { knownAgent } from '../known-agent.js';
import { assign } from '../move.js';

export const reassign = (state: TaskState, { body }: CommandOf<'reassign'>, ctx: DecideContext): Accepted => {
  admit(state, { call: 'reassign', principal: ctx.principal, expectedVersion: body.expected_version }, false);
  const target = knownAgent(ctx.rules, body.target_agent);
  const draft = new Draft(state, ctx.now);
  forgiveAttempts(draft);
  assign(draft, target, null);
  giveFeedback(draft, 'reassigned', body.reason, ctx.principal, state.phase);
  return accept(draft, ctx, { kind: 'reassign' });
};
