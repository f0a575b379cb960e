import { type Executor, type Outcome, readOutcome, type Work } from '@app/agents';
import { encodeValue } from '@app/handoff';
import type { CallOff } from './call-off.js';
import { messageOf } from './message-of.js';
import type { RunLimits } from './run-limits.js';

const MESSAGE_CHARS = 500;

/** Null when the executor was called off and has nothing to show for it. */
export async function runUnderLimits(
  executor: Executor,
  work: Omit<Work, 'signal'>,
  callOff: CallOff,
  { timeoutMs, graceMs }: RunLimits,
): Promise<Outcome | null> {
  if (callOff.reason !== undefined) return null;
  const timer = setTimeout(() => callOff.because({ why: 'timeout', afterMs: timeoutMs }), timeoutMs);
  const late = lateAfter(callOff.signal, graceMs);
  try {
    const running = Promise.resolve().then(() => executor.run({ ...work, signal: callOff.signal }));
    return await Promise.race([running.then(readOutcome), late.reached]);
  } catch (error) {
    // One that was called off may say so by throwing; any other throw is its failure.
    if (callOff.reason !== undefined) return null;
    return { failed: { class: 'code', reason: `It broke: ${encodeValue(messageOf(error)).slice(0, MESSAGE_CHARS).toWellFormed()}` } };
  } finally {
    clearTimeout(timer);
    late.forget();
  }
}

/** Resolves with null some time after the signal: who does not end by then is not waited for. */
function lateAfter(signal: AbortSignal, graceMs: number): { readonly reached: Promise<null>; forget(): void } {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: () => void = () => undefined;
  const reached = new Promise<null>((resolve) => {
    onAbort = () => {
      timer = setTimeout(() => resolve(null), graceMs);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  const forget = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
  return { reached, forget };
}
