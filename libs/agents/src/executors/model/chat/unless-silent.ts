import { ChatFailure } from './chat-failure.js';

/**
 * Ends a call that says nothing for too long. How long an answer takes altogether is no sign of anything: it may be a long one.
 */
export async function unlessSilent<T>(
  silenceMs: number,
  signal: AbortSignal,
  call: (signal: AbortSignal, heard: () => void) => Promise<T>,
): Promise<T> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), silenceMs);
  try {
    return await call(AbortSignal.any([signal, silent.signal]), () => void timer.refresh());
  } catch (error) {
    if (signal.aborted || !silent.signal.aborted) throw error;
    const reason = `The model said nothing for ${silenceMs / 1_000} s.`;
    const failure = new ChatFailure({ class: 'transient', reason }, { afterMs: null });
    failure.heard = error instanceof ChatFailure ? error.heard : null;
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}
