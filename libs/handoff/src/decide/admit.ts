import type { ErrorCode } from '../errors/error-codes.js';
import { CALLS, type Call } from '../lifecycle/calls.js';
import { CALLERS, HOLDER_CALLS, WORK_CALLS } from '../lifecycle/roles.js';
import { isPerson, nameOf, type Principal, roleOf } from '../schema/principal.js';
import type { TaskState } from '../schema/task-state.js';
import { claimEnd } from './claim-end.js';
import { refuse } from './refuse.js';

export interface Asked {
  readonly call: Call;
  readonly principal: Principal;
  readonly expectedVersion?: number | undefined;
  readonly claimEpoch?: number | undefined;
  readonly instance?: string | undefined;
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

const NEEDS_VERSION: readonly Call[] = ['handoff', 'update'];

export const mayEver = (call: Call | 'create', principal: Principal): boolean =>
  (CALLERS[call] as readonly string[]).includes(roleOf(principal));

/** 403: known before the task is. */
export const roleRefusal = (call: Call | 'create', principal: Principal): Refusal | null =>
  mayEver(call, principal) ? null : { code: 'forbidden', detail: `${principal} may not ${call}; this is for ${CALLERS[call].join(', ')}.` };

/** 403 and 428: what is wrong with the request whatever became of the task. They come before a replay is looked for. */
export const preconditions = (state: TaskState, { call, principal, expectedVersion }: Asked): Refusal | null => {
  const forbidden = roleRefusal(call, principal);
  if (forbidden !== null) return forbidden;
  if (NEEDS_VERSION.includes(call) && expectedVersion === undefined)
    return {
      code: 'expected_version_missing',
      detail: `Name the version this builds on: "expected_version": ${state.version} is the newest.`,
    };
  return null;
};

/** 428 as well, and only now: what was accepted before its sender claimed the task needed no epoch, and is a replay. */
const epochMissing = (state: TaskState, { call, principal, claimEpoch }: Asked): Refusal | null =>
  CALLS[call][state.status] === 'epoch' && claimEpoch === undefined && state.claim?.principal === principal
    ? { code: 'claim_epoch_missing', detail: 'You have claimed this task: name the claim_epoch you were given.' }
    : null;

const staleClaim = (state: TaskState, { call, claimEpoch }: Asked): Refusal | null => {
  const noClaimToSpeakOf = CALLS[call][state.status] === 'stale_claim';
  if (!noClaimToSpeakOf && (claimEpoch === undefined || claimEpoch === state.claim?.claim_epoch)) return null;
  const { reason, detail } = claimEnd(state);
  return { code: 'stale_claim', detail: `Claim epoch ${claimEpoch ?? '(none)'} is over: ${detail}.`, details: { reason } };
};

const versionConflict = (state: TaskState, { expectedVersion }: Asked): Refusal | null =>
  expectedVersion === undefined || expectedVersion === state.version
    ? null
    : { code: 'version_conflict', detail: `You build on version ${expectedVersion}, the newest is ${state.version}.` };

const DETAIL_OF_STATUS: Readonly<Record<string, string>> = {
  task_closed: 'The task is closed; a person can reopen it.',
  gate_open: 'A human is asked first; see waiting_for.',
  not_closed: 'Only a task that is completed, cancelled or abandoned can be reopened.',
};

const byStatus = (state: TaskState, { call, principal }: Asked): Refusal | null => {
  const verdict = CALLS[call][state.status];
  if (verdict === 'person') return isPerson(principal) ? null : { code: 'gate_open', detail: DETAIL_OF_STATUS.gate_open ?? '' };
  const detail = DETAIL_OF_STATUS[verdict];
  return detail === undefined ? null : { code: verdict as ErrorCode, detail };
};

const notAssigned = (state: TaskState, { call, principal }: Asked): Refusal | null => {
  if (!WORK_CALLS.includes(call) || roleOf(principal) !== 'agent' || nameOf(principal) === state.target_agent) return null;
  return { code: 'not_assigned', detail: `The task is assigned to ${state.target_agent ?? 'nobody'}.` };
};

const claimedByOther = (state: TaskState, asked: Asked, claimAlive: boolean): Refusal | null => {
  const { call, principal, claimEpoch, instance } = asked;
  const { claim } = state;
  const refused: Refusal = { code: 'claimed_by_other', detail: `${claim?.principal ?? 'Somebody'} works on the task.` };
  if (!WORK_CALLS.includes(call)) return null;
  if (claim === null)
    return roleOf(principal) === 'worker' && call !== 'claim'
      ? { code: 'not_assigned', detail: 'A worker must claim the task first.' }
      : null;
  if (call === 'claim') return !claimAlive || (claim.principal === principal && claim.instance === instance) ? null : refused;
  const counts = claim.principal === principal || (isPerson(principal) && !HOLDER_CALLS.includes(call));
  return claimEpoch !== undefined && counts ? null : refused;
};

/** 428 and 409: the first reason, in the contract's order, why this call is refused now; null when it may go on to the rules. */
export const refusalNow = (state: TaskState, asked: Asked, claimAlive: boolean): Refusal | null =>
  epochMissing(state, asked) ??
  staleClaim(state, asked) ??
  versionConflict(state, asked) ??
  byStatus(state, asked) ??
  notAssigned(state, asked) ??
  claimedByOther(state, asked, claimAlive);

export const orThrow = (refusal: Refusal | null): void => {
  if (refusal !== null) refuse(refusal.code, refusal.detail, refusal.details);
};

export const admit = (state: TaskState, asked: Asked, claimAlive: boolean): void =>
  orThrow(preconditions(state, asked) ?? refusalNow(state, asked, claimAlive));
