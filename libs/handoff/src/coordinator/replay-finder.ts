import { HandoffError } from '../errors/handoff.error.js';
import type { TaskStore } from '../ports/task-store.js';
import type { Command } from '../schema/command.js';
import type { TaskRecord } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import { differ } from './differ.js';
import type { Request } from './request.js';

const posterOf = (record: Pick<TaskRecord, 'principal' | 'posted_by'>): string => record.posted_by ?? record.principal;

/** The claim that used up the last attempt wrote a version and was refused all the same: there is no answer to give again. */
const wasRefused = (record: TaskRecord): boolean => record.kind === 'abandon';

const ifSame = (record: TaskRecord | undefined | null, posted: Request): TaskRecord | null =>
  record != null && !wasRefused(record) && posterOf(record) === posted.principal && record.fingerprint === posted.fingerprint
    ? record
    : null;

/** The version a command builds on, where it names one. */
export const expectedVersion = ({ body }: Command): number | undefined => ('expected_version' in body ? body.expected_version : undefined);

export const claimEpochOf = ({ body }: Command): number | undefined => ('claim_epoch' in body ? body.claim_epoch : undefined);

/** Kinds that are recognised without a version or key wherever they stand in the recent history: each can be meant only once. */
const ONCE: readonly Command['kind'][] = ['vote', 'release'];
/** Kinds that are recognised without a version or key while they are the newest. */
const AT_THE_HEAD: readonly Command['kind'][] = ['cancel', 'reopen', 'reassign', 'edit'];

const byKey = async (store: TaskStore, state: TaskState, posted: Request): Promise<TaskRecord | null> => {
  if (posted.idempotencyKey === undefined) return null;
  const record = await store.findKey(state.task_id, posted.principal, posted.idempotencyKey);
  if (record === null || wasRefused(record)) return null;
  if (ifSame(record, posted) === null)
    throw new HandoffError(
      'idempotency_key_reused',
      `This key belongs to the request that wrote version ${record.version}; use a new one.`,
    );
  return record;
};

/** Whether what was just written by `other` is certainly not this command, and so no replay of it can be found. */
export const isAnother = (posted: Request, other: Request): boolean =>
  posted.idempotencyKey === undefined && (posted.principal !== other.principal || differ(posted.command, other.command));

/** Whether this command has certainly not been carried out yet: it builds on the head, and no key ties it to an earlier request. */
export const isNew = (state: TaskState, posted: Request): boolean =>
  posted.idempotencyKey === undefined && (expectedVersion(posted.command) ?? 0) >= state.version;

/** The version this very command has written already, if it has: then it is answered again, not carried out again. */
export const findReplay = async (store: TaskStore, state: TaskState, posted: Request): Promise<TaskRecord | null> => {
  const keyed = await byKey(store, state, posted);
  if (keyed !== null) return keyed;
  const expected = expectedVersion(posted.command);
  if (expected !== undefined) {
    if (expected >= state.version) return null;
    const [record] = await store.records(state.task_id, expected + 1, expected + 1);
    return ifSame(record, posted);
  }
  if (posted.command.kind === 'create') return ifSame((await store.records(state.task_id, 1, 1))[0], posted);
  if (ONCE.includes(posted.command.kind)) return store.findFingerprint(state.task_id, posted.principal, posted.fingerprint);
  if (!AT_THE_HEAD.includes(posted.command.kind)) return null;
  const [head] = await store.records(state.task_id, state.version, state.version);
  return ifSame(head, posted);
};
