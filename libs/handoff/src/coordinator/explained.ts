import type { ErrorKind } from '../errors/error-codes.js';
import { HandoffError } from '../errors/handoff.error.js';
import { operationsOf } from '../history/replay.js';
import type { Next } from '../next/next.js';
import type { TaskStore } from '../ports/task-store.js';
import type { Operation } from '../schema/operation.js';
import type { TaskState } from '../schema/task-state.js';

const PATCH_VERSIONS = 200;
const PATCH_CHARS = 64 * 1024;

/** The way from the caller's version to the head; null when that is further than loading the head anew. */
const patchSince = async (store: TaskStore, state: TaskState, base: number): Promise<readonly Operation[] | null> => {
  if (base < 1 || base > state.version || state.version - base > PATCH_VERSIONS) return null;
  const records = await store.records(state.task_id, base + 1, state.version);
  const patch = records.flatMap((record) => operationsOf(record, record.version));
  return JSON.stringify(patch).length > PATCH_CHARS ? null : patch;
};

const CARRY_NEXT: readonly ErrorKind[] = ['not_now', 'rule', 'precondition'];

export interface Explanation {
  readonly claimAlive: boolean | null;
  /** Made only for refusals that carry it. */
  readonly next: (() => Promise<Next>) | undefined;
  readonly base: number | undefined;
}

/** A refusal that tells the caller how things stand and what it may do, so that it need not ask. */
export const explained = async (
  store: TaskStore,
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
  const patch = error.code === 'version_conflict' && base !== undefined ? { patch: await patchSince(store, state, base) } : {};
  return new HandoffError(error.code, error.message, { ...error.details, ...standing, ...patch, ...withNext }, { cause: error });
};
