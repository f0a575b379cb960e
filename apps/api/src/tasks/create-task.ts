import { createHash, randomBytes } from 'node:crypto';
import { type Body, type CommandOf, madeTaskId, type Principal } from '@app/handoff';
import type { Wishes } from '../edge/wishes.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const makeName = (): string => randomBytes(12).toString('hex');

/** A task nobody named gets its name here: from the key where there is one, so that a retry names the same task. */
export const createCommand = (body: Body<'create'>, caller: Principal, { idempotencyKey }: Wishes): CommandOf<'create'> => ({
  kind: 'create',
  task_id: body.task_id ?? madeTaskId(digest, makeName, caller, idempotencyKey),
  body,
});
