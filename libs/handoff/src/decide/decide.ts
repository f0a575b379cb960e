import { HandoffError } from '../errors/handoff.error.js';
import type { Command, CommandKind, CommandOf } from '../schema/command.js';
import type { TaskState } from '../schema/task-state.js';
import { orThrow, roleRefusal } from './admit.js';
import { cancel } from './commands/cancel.js';
import { claim } from './commands/claim.js';
import { create } from './commands/create.js';
import { edit } from './commands/edit.js';
import { evidence } from './commands/evidence.js';
import { fork } from './commands/fork.js';
import { handoff } from './commands/handoff.js';
import { reassign } from './commands/reassign.js';
import { release } from './commands/release.js';
import { reopen } from './commands/reopen.js';
import { update } from './commands/update.js';
import { vote } from './commands/vote.js';
import type { DecideContext } from './context.js';
import type { Decided } from './decided.js';

const DECIDERS = { edit, handoff, update, claim, release, vote, evidence, reopen, reassign, cancel, fork } satisfies {
  [K in Exclude<CommandKind, 'create'>]: (state: TaskState, command: CommandOf<K>, ctx: DecideContext) => Decided;
};

/**
 * The one place where it is decided what a command does to a task. Pure: the same state, command and context give the same answer.
 * It returns the operations of the next version, or throws the reason why there is none.
 */
export const decide = (state: TaskState | null, command: Command, ctx: DecideContext): Decided => {
  orThrow(roleRefusal(command.kind, ctx.principal));
  if (command.kind === 'create') {
    if (state !== null) throw new HandoffError('task_exists', `There is a task ${state.task_id} already.`);
    return create(command, ctx);
  }
  if (state === null) throw new HandoffError('task_not_found', `There is no task ${command.task_id}.`);
  const decider = DECIDERS[command.kind] as (state: TaskState, command: Command, ctx: DecideContext) => Decided;
  return decider(state, command, ctx);
};
