import type { Refusal } from '../decide/admit.js';
import { ERROR_CODES, type ErrorKind } from '../errors/error-codes.js';
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
  { code, detail, details }: Refusal,
  { claimAlive, next, base }: Explanation,
  thrown?: HandoffError,
): Promise<HandoffError> => {
  const { kind } = ERROR_CODES[code];
  const options = thrown === undefined ? undefined : { cause: thrown };
  if (!CARRY_NEXT.includes(kind)) return thrown ?? new HandoffError(code, detail, details);
  const withNext = next === undefined ? {} : { next: await next() };
  if (kind !== 'not_now') return new HandoffError(code, detail, { ...details, ...withNext }, options);
  const standing = {
    current_version: state.version,
    written_by: state.updated_by,
    written_at: state.updated_at,
    claimed_by: state.claim?.principal ?? null,
    claim_alive: claimAlive,
  };
  const patch = code === 'version_conflict' && base !== undefined ? { patch: await writtenSince.patch(state, base) } : {};
  return new HandoffError(code, detail, { ...details, ...standing, ...patch, ...withNext }, options);
};
