/** Nearer than this, the next arrival is waited for by turning round: timers come up to a millisecond late. */
const TURN_ROUND_MS = 2;

/**
 * Requests that come when they come, whether or not the ones before are answered: so many a second, evenly, until the clock says so.
 * A request that has to wait for a free connection waits on its own time. Gives the milliseconds each took, from when it was due.
 */
export const openLoop = async (ms: number, perSecond: number, lanes: number, call: () => Promise<boolean>): Promise<number[]> => {
  const gapMs = 1_000 / perSecond;
  const begun = performance.now();
  const latencies: number[] = [];
  const due: number[] = [];
  const underWay = new Set<Promise<void>>();
  let failed: unknown;
  const take = async (): Promise<void> => {
    for (let at = due.shift(); at !== undefined; at = due.shift()) {
      if (!(await call())) return;
      latencies.push(performance.now() - at);
    }
  };
  for (let at = begun; at < begun + ms && failed === undefined; at += gapMs) {
    await until(at);
    due.push(at);
    if (underWay.size >= lanes) continue;
    const lane: Promise<void> = take()
      .catch((error: unknown) => {
        failed = error;
      })
      .finally(() => underWay.delete(lane));
    underWay.add(lane);
  }
  await Promise.all(underWay);
  if (failed !== undefined) throw failed;
  return latencies;
};

const until = async (at: number): Promise<void> => {
  for (let left = at - performance.now(); left > 0; left = at - performance.now())
    await new Promise((resolve) => (left > TURN_ROUND_MS ? setTimeout(resolve, left - TURN_ROUND_MS) : setImmediate(resolve)));
};
