import { HandoffError } from '../errors/handoff.error.js';
import type { Command } from '../schema/command.js';
import { GateId } from '../schema/gate.js';
import { TaskId } from '../schema/ids.js';
import { LIMITS } from '../schema/limits.js';
import { Principal } from '../schema/principal.js';

interface Fault {
  readonly path: string;
  readonly message: string;
}

/** Names become file names and lines of the history, so they are looked at here too, whoever parsed the body before. */
const faultsOf = (command: Command, principal: string, idempotencyKey: string | undefined): Fault[] => {
  const names = [
    ['task_id', TaskId.safeParse(command.task_id)],
    ['principal', Principal.safeParse(principal)],
    ...(command.kind === 'vote' ? ([['gate_id', GateId.safeParse(command.gate_id)]] as const) : []),
    ...(command.kind === 'fork' ? ([['body.task_id', TaskId.optional().safeParse(command.body.task_id)]] as const) : []),
  ] as const;
  const bad = names.flatMap(([path, parsed]) => (parsed.success ? [] : parsed.error.issues.map(({ message }) => ({ path, message }))));
  const length = idempotencyKey?.length ?? 1;
  if (length > 0 && length <= LIMITS.idempotencyKeyChars) return bad;
  return [...bad, { path: 'Idempotency-Key', message: `must have 1 to ${LIMITS.idempotencyKeyChars} characters` }];
};

export const requireNames = (command: Command, principal: string, idempotencyKey: string | undefined): void => {
  const errors = faultsOf(command, principal, idempotencyKey);
  if (errors.length === 0) return;
  throw new HandoffError('invalid_request', errors.map(({ path, message }) => `${path} ${message}`).join('; '), { errors });
};
