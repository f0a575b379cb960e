import type { Body, CommandOf } from '../../schema/command.js';
import type { TaskState } from '../../schema/task-state.js';
import { accept } from '../accept.js';
import { admit } from '../admit.js';
import { abandon, countAttempt } from '../attempts.js';
import type { DecideContext } from '../context.js';
import type { Accepted } from '../decided.js';
import { Draft } from '../draft.js';
import { giveFeedback } from '../feedback.js';
import { asAgent, workingAgent } from '../on-behalf.js';
import { addPacket } from '../packets.js';

const BACK_OFF = { firstS: 5, mostS: 300, limitS: 900 } as const;

type Failure = NonNullable<Body<'release'>['failed']>;

const later = (now: string, seconds: number): string => new Date(Date.parse(now) + seconds * 1_000).toISOString();

/** A spent limit tells when it is over; anything else waits twice as long each time it fails in a row. */
const waitS = (failure: Failure, failuresInRow: number): number =>
  failure.class === 'limit'
    ? (failure.retry_after_s ?? BACK_OFF.limitS)
    : Math.min(BACK_OFF.mostS, BACK_OFF.firstS * 2 ** Math.min(20, failuresInRow - 1));

const fail = (draft: Draft, ctx: DecideContext, agent: string, failure: Failure): void => {
  if (failure.packet !== undefined) addPacket(draft, agent, failure.packet, failure.class);
  if (failure.class !== 'limit') draft.set('failures_in_row', draft.state.failures_in_row + 1);
  draft.set('not_before', later(ctx.now, waitS(failure, draft.state.failures_in_row)));
  if (failure.class === 'code' && countAttempt(draft, ctx.rules)) abandon(draft, ctx.principal);
};

export const release = (state: TaskState, { body }: CommandOf<'release'>, ctx: DecideContext): Accepted => {
  const asked = {
    call: 'release',
    principal: ctx.principal,
    expectedVersion: body.expected_version,
    claimEpoch: body.claim_epoch,
  } as const;
  admit(state, asked, ctx.items.claimAlive ?? false);
  const draft = new Draft(state, ctx.now);
  const agent = workingAgent(state);
  draft.set('claim', null);
  draft.set('status', 'pending');
  if (body.failed !== undefined) fail(draft, ctx, agent, body.failed);
  giveFeedback(draft, body.failed === undefined ? 'released' : 'failed', body.reason, ctx.principal, state.phase);
  return accept(draft, ctx, { kind: 'release', by: asAgent(agent) });
};
