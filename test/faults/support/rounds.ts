/** How many times as long as usual the fault suites run: 1 with `npm test`, more with `npm run faults`. */
const FACTOR = Number(process.env.JERRY_FAULTS ?? 1);

/** So many rounds, times what `npm run faults` was asked for. */
export const rounds = (usual: number): number => Math.max(1, Math.round(usual * FACTOR));
