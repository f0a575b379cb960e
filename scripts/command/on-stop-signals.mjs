import process from 'node:process';

/** npm passes on to its script what the terminal has sent to both of them: so soon after the first one, a second is the same key press. */
const SAME_PRESS_MS = 1_000;

/**
 * Tells when somebody wants this command to stop, and when they press Ctrl-C again because it takes too long.
 * @param {{ stop: () => void, stopNow: () => void }} act
 */
export function onStopSignals({ stop, stopNow }) {
  let askedAt = Number.POSITIVE_INFINITY;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => {
      const sinceMs = performance.now() - askedAt;
      if (signal === 'SIGINT' && sinceMs > SAME_PRESS_MS) return stopNow();
      if (Number.isFinite(askedAt)) return;
      askedAt = performance.now();
      stop();
    });
}
