import type { CommandOf } from '../../schema/command.js';
import type { TaskState } from '../../schema/task-state.js';
import { accept } from '../accept.js';
import { admit } from '../admit.js';
import { forgiveAttempts } from '../attempts.js';
import type { DecideContext } from '../context.js';
import type { Accepted } from '../decided.js';
import { Draft } from '../draft.js';
import { assign, enterPhase } from '../move.js';
import { refuse } from '../refuse.js';
import { phaseToWorkIn } from './reopen.js';

/**
 * A new task that shares the history up to a version, so that ids and handles stay true. Claim, gates and a waiting handoff stay behind.
 * `state` is the head of the source, `items.source` the version the fork starts from; `task_id` names the new task.
 */
export const fork = (state: TaskState, { body }: CommandOf<'fork'>, ctx: DecideContext): Accepted => {
  admit(state, { call: 'fork', principal: ctx.principal }, false);
  const source = ctx.items.source ?? refuse('version_not_found', `${state.task_id} has no version ${body.version}.`);
  const draft = new Draft(source, ctx.now);
  const phase = phaseToWorkIn(source);
  draft.set('task_id', body.task_id ?? source.task_id);
  draft.set('created_by', ctx.principal);
  draft.set('created_at', ctx.now);
  draft.set('forked_from', { task_id: source.task_id, version: source.version });
  draft.set('gates', []);
  draft.set('pending_handoff', null);
  enterPhase(draft, phase);
  forgiveAttempts(draft);
  assign(draft, source.target_agent ?? ctx.rules.phases[phase], null);
  return accept(draft, ctx, { kind: 'fork' });
};
