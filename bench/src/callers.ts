/** So many callers at a time, each asking again as soon as it is answered, until the clock says so. The clock is read, never waited for. */
export const callUntil = async (ms: number, callers: number, call: () => Promise<boolean>): Promise<{ count: number; over: number }> => {
  const begun = performance.now();
  let count = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - begun < ms) {
      if (!(await call())) return;
      count++;
    }
  };
  await Promise.all(Array.from({ length: callers }, lane));
  return { count, over: performance.now() - begun };
};
