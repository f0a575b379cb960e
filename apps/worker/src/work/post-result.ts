import { type Failure, failurePacket, type Outcome } from '@app/agents';
import { ApiError } from '@app/client';
import { haveProven } from './have-proven.js';
import type { Posting } from './posting.js';
import { refusedHandoff } from './refused-handoff.js';

/** What became of it, for the log. */
export interface Posted {
  readonly failed: boolean;
  readonly said: string;
}

/** Until the API answers, for as long as this process lives. */
const FOREVER = Number.POSITIVE_INFINITY;

/**
 * Brings home what came of the work, under the claim it was done under, until the API answers. The key is the same however often it is
 * sent. What a handoff lacks in evidence is seen to; one that a rule refuses all the same is a failure of the agent that made it. Throws
 * what the API says when the claim is over.
 */
export async function postResult(posting: Posting, outcome: Outcome): Promise<Posted> {
  if ('failed' in outcome) return postFailure(posting, outcome.failed);
  try {
    return await postHandoff(posting, outcome.handoff).catch(async (error) => {
      if (isRefusal(error) && (await haveProven(posting, error))) return postHandoff(posting, outcome.handoff);
      throw error;
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return postFailure(posting, refusedHandoff(outcome.handoff, error));
  }
}

async function postHandoff(
  { client, claim: taken, signal }: Posting,
  handoff: Extract<Outcome, { handoff: unknown }>['handoff'],
): Promise<Posted> {
  const { claim_epoch } = taken.claim;
  const options = { idempotencyKey: `${taken.effect_key}-e${claim_epoch}`, patienceMs: FOREVER, minimal: true, signal };
  for (let expected_version = taken.version; ; ) {
    try {
      const { version } = await client.handOff(taken.task_id, { ...handoff, expected_version, claim_epoch }, options);
      return { failed: false, said: `Handed off as version ${version}.` };
    } catch (error) {
      const newest = error instanceof ApiError && error.code === 'version_conflict' ? error.problem.current_version : undefined;
      if (newest === undefined || newest <= expected_version) throw error;
      // The claim still stands, or this would have been refused as stale: somebody edited the task beside the work. What the agent adds is
      // its own, and holds on top of that as well.
      expected_version = newest;
    }
  }
}

/** Every failure leaves a packet. Where what an agent put into its own is what the API will not have, the failure is told without it. */
async function postFailure(posting: Posting, failure: Failure): Promise<Posted> {
  const { effect_key, claim } = posting.claim;
  const plain = failurePacket(`Worked on ${effect_key}, claim epoch ${claim.claim_epoch}.`, [
    { finding: failure.reason, source: 'worker' },
  ]);
  try {
    return await release(posting, { ...failure, packet: failure.packet ?? plain });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return release(posting, { ...failure, packet: plain });
  }
}

async function release({ client, claim: taken, signal }: Posting, { reason, ...failed }: Failure): Promise<Posted> {
  const { claim_epoch } = taken.claim;
  await client.release(taken.task_id, { claim_epoch, reason, failed }, { patienceMs: FOREVER, minimal: true, signal });
  return { failed: true, said: `Failed (${failed.class}): ${reason}` };
}

/** A claim that is over refuses whatever is posted; there is nothing left to be told. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.code !== 'stale_claim';
