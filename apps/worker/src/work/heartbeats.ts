import { ApiError, type Client } from '@app/client';
import type { ClaimAnswer } from '@app/handoff';

const PER_LEASE = 3;

/** Keeps a claim alive from now on. Returns how to stop. Told once, with the reason, that the claim is over. */
export function keepAlive(client: Client, { task_id, claim }: ClaimAnswer, onLost: (detail: string) => void): () => void {
  const everyMs = (claim.lease_s * 1_000) / PER_LEASE;
  const off = new AbortController();
  let waiting = false;
  const beat = async () => {
    if (waiting) return;
    waiting = true;
    try {
      await client.heartbeat(task_id, { claim_epoch: claim.claim_epoch }, { patienceMs: everyMs, signal: off.signal });
    } catch (error) {
      // What passes is no answer to whether the claim is alive: while the API is away, so is its clock.
      if (off.signal.aborted || !(error instanceof ApiError) || error.retryable) return;
      stop();
      onLost(error.detail);
    } finally {
      waiting = false;
    }
  };
  const timer = setInterval(() => void beat(), everyMs);
  const stop = () => {
    clearInterval(timer);
    off.abort();
  };
  return stop;
}
