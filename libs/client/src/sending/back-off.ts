const FIRST_MS = 200;
const LONGEST_MS = 10_000;

/**
 * How long to wait before the next attempt: twice as long each time, never less than was asked for, and never the same for
 * everybody, so that those who were sent away together do not come back together.
 */
export function backOffMs(failures: number, retryAfterS: number | null, random: () => number = Math.random): number {
  const grown = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 16));
  const jittered = grown * (0.5 + random() / 2);
  return retryAfterS === null ? jittered : Math.max(jittered, retryAfterS * 1_000 + FIRST_MS * random());
}
