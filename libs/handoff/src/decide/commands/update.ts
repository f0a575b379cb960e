import type { CommandOf } from '../../schema/command.js';
import type { TaskState } from '../../schema/task-state.js';
import { accept } from '../accept.js';
import { admit } from '../admit.js';
import type { DecideContext } from '../context.js';
import type { Accepted } from '../decided.js';
import { applyDelta } from '../delta.js';
import { Draft } from '../draft.js';
import { giveFeedback } from '../feedback.js';
import { asAgent, workingAgent } from '../on-behalf.js';

/** Recorded without handing off: nobody is rung, no gate opens. */
export const update = (state: TaskState, { body }: CommandOf<'update'>, ctx: DecideContext): Accepted => {
  const asked = { call: 'update', principal: ctx.principal, expectedVersion: body.expected_version, claimEpoch: body.claim_epoch } as const;
  admit(state, asked, ctx.items.claimAlive ?? false);
  const draft = new Draft(state, ctx.now);
  const agent = workingAgent(state);
  applyDelta(draft, ctx, agent, body.state_delta);
  if (body.state_delta.feedback !== undefined) giveFeedback(draft, 'note', body.state_delta.feedback, ctx.principal, state.phase);
  return accept(draft, ctx, { kind: 'update', by: asAgent(agent), repeatReason: body.state_delta.repeat_reason });
};
