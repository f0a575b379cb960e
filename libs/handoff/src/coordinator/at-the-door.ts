import type { ZodType } from 'zod';
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

const faultsIn = (path: string, schema: ZodType, name: string): Fault[] => {
  const parsed = schema.safeParse(name);
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => ({ path, message }));
};

/** Names become file names and lines of the history, so they are looked at here too, whoever parsed the body before. */
const faultsOf = (command: Command, principal: string, idempotencyKey: string | undefined): Fault[] => {
  const faults = [...faultsIn('task_id', TaskId, command.task_id), ...faultsIn('principal', Principal, principal)];
  if (command.kind === 'vote') faults.push(...faultsIn('gate_id', GateId, command.gate_id));
  if (command.kind === 'fork' && command.body.task_id !== undefined) faults.push(...faultsIn('body.task_id', TaskId, command.body.task_id));
  const length = idempotencyKey?.length ?? 1;
  if (length === 0 || length > LIMITS.idempotencyKeyChars)
    faults.push({ path: 'Idempotency-Key', message: `must have 1 to ${LIMITS.idempotencyKeyChars} characters` });
  return faults;
};

export const requireNames = (command: Command, principal: string, idempotencyKey: string | undefined): void => {
  const errors = faultsOf(command, principal, idempotencyKey);
  if (errors.length === 0) return;
  throw new HandoffError('invalid_request', errors.map(({ path, message }) => `${path} ${message}`).join('; '), { errors });
};
