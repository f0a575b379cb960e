import type { Role } from '@app/agents';

export interface RunLimits {
  readonly timeoutMs: number;
  /** How long an executor that was called off may take to end. */
  readonly graceMs: number;
}

/** An executor ends its run by itself when its time is up, and can say what it saw. Only one that does not is called off. */
const OVERTIME_MS = 5_000;
const GRACE_MS = 1_500;
/** Of an agent that is configured without a time. */
const UNTOLD_S = 1_800;

export function runLimitsOf({ executor }: Role): RunLimits {
  const timeoutS = executor.kind === 'external' ? UNTOLD_S : executor.timeout_s;
  return { timeoutMs: timeoutS * 1_000 + OVERTIME_MS, graceMs: GRACE_MS };
}
