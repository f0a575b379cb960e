import { ApiError } from '../api.error.js';
import { backOffMs } from './back-off.js';
import { pause } from './pause.js';

export interface Persistence {
  /** How long to go on altogether; may be infinite. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly mayRepeat: (failure: unknown) => boolean;
  readonly onWait?: ((failure: unknown, waitMs: number) => void) | undefined;
}

/** Does it until it succeeds, fails for good, has taken too long, or is called off. What it fails with is the last failure itself. */
export async function persist<T>(attempt: () => Promise<T>, { patienceMs, signal, mayRepeat, onWait }: Persistence): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (failure) {
      if (signal?.aborted) throw signal.reason;
      const waitMs = backOffMs(failures, failure instanceof ApiError ? failure.retryAfterS : null);
      if (!mayRepeat(failure) || performance.now() + waitMs > until) throw failure;
      onWait?.(failure, waitMs);
      await pause(waitMs, signal);
    }
  }
}
