import type { ErrorKind } from '../errors/error-codes.js';
import { HandoffError } from '../errors/handoff.error.js';
import type { Next } from '../next/next.js';
import type { TaskState } from '../schema/task-state.js';
import type { WrittenSince } from './written-since.js';

const CARRY_NEXT: readonly ErrorKind[] = ['not_now', 'rule', 'precondition'];

export interface Explanation {
  readonly claimAlive: boolean | null;
  /** Made only for refusals that carry it. */
  readonly next: (() => Promise<Next>) | undefined;
  readonly base: number | undefined;
}

/** A refusal that tells the caller how things stand and what it may do, so that it need not ask. */
export const explained = async (
  writtenSince: WrittenSince,
  state: TaskState,
  error: HandoffError,
  { claimAlive, next, base }: Explanation,
): Promise<HandoffError> => {
  if (!CARRY_NEXT.includes(error.kind)) return error;
  const withNext = next === undefined ? {} : { next: await next() };
  if (error.kind !== 'not_now') return new HandoffError(error.code, error.message, { ...error.details, ...withNext }, { cause: error });
  const standing = {
    current_version: state.version,
    written_by: state.updated_by,
    written_at: state.updated_at,
    claimed_by: state.claim?.principal ?? null,
    claim_alive: claimAlive,
  };
  const patch = error.code === 'version_conflict' && base !== undefined ? { patch: await writtenSince.patch(state, base) } : {};
  return new HandoffError(error.code, error.message, { ...error.details, ...standing, ...patch, ...withNext }, { cause: error });
};
