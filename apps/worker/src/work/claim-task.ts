import { ApiError, type Client } from '@app/client';
import type { ClaimAnswer } from '@app/handoff';
import type { JobData } from '@app/platform';

export interface Claiming {
  readonly client: Client;
  /** Of this one claim: nobody else's, not even this worker's next one. */
  readonly instance: string;
  readonly signal: AbortSignal;
}

/**
 * Takes the task if it still is what the ring was about; else says why not. Whatever came in between is rung for anew if somebody is to
 * work on it, so a ring that lost its meaning is simply over.
 */
export async function claimTask(
  { client, instance, signal }: Claiming,
  { task_id, version }: JobData<'work'>,
): Promise<ClaimAnswer | ApiError> {
  try {
    // The version keeps it from being claimed for an agent whose turn it no longer is; the instance, from being claimed twice here.
    return await client.claim(task_id, { expected_version: version, instance }, { patienceMs: Number.POSITIVE_INFINITY, signal });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
