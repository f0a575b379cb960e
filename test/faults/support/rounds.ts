import { told } from './told.js';

/** How many times as long as usual a fault suite runs: once with `npm test`, more with `npm run faults`. */
const FACTOR = Number(process.env.JERRY_FAULTS ?? 1);

/** So many rounds of a suite, times what was asked for. */
export const rounds = (usual: number): number => told('rounds', Math.max(1, Math.round(usual * FACTOR)));
