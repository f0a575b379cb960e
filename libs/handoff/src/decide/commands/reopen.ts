import type { CommandOf } from '../../schema/command.js';
import type { WorkPhase } from '../../schema/phase.js';
import type { TaskState } from '../../schema/task-state.js';
import { accept } from '../accept.js';
import { admit } from '../admit.js';
import { forgiveAttempts } from '../attempts.js';
import type { DecideContext } from '../context.js';
import type { Accepted } from '../decided.js';
import { Draft } from '../draft.js';
import { giveFeedback } from '../feedback.js';
import { voidGates } from '../gates.js';
import { knownAgent } from '../known-agent.js';
import { assign, enterPhase } from '../move.js';

/** Where work goes on when nobody says where: a completed task in the phase it was completed from, any other where it stands. */
export const phaseToWorkIn = (state: TaskState): WorkPhase => {
  const phase = state.phase === 'completed' ? (state.previous_phase ?? 'reviewing') : state.phase;
  return phase === 'completed' ? 'reviewing' : phase;
};

export const reopen = (state: TaskState, { body }: CommandOf<'reopen'>, ctx: DecideContext): Accepted => {
  admit(state, { call: 'reopen', principal: ctx.principal, expectedVersion: body.expected_version }, false);
  const phase = body.phase ?? phaseToWorkIn(state);
  const target = knownAgent(ctx.rules, body.target_agent ?? ctx.rules.phases[phase]);
  const draft = new Draft(state, ctx.now);
  voidGates(draft);
  enterPhase(draft, phase);
  forgiveAttempts(draft);
  assign(draft, target, null);
  giveFeedback(draft, 'reopened', body.reason, ctx.principal, state.phase);
  return accept(draft, ctx, { kind: 'reopen' });
};
