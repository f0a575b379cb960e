import { Outcome } from '../../../outcome.js';
import type { SpendingReport } from './spending.js';

/** The outcome with what it took in its packet's payload. What was measured wins over what the model says; without room for it, it stays out. */
export function withSpending(outcome: Outcome, spent: SpendingReport): Outcome {
  const merged = Outcome.safeParse(merge(outcome, spent));
  return merged.success ? merged.data : outcome;
}

function merge(outcome: Outcome, spent: SpendingReport): unknown {
  if ('failed' in outcome) {
    const { packet } = outcome.failed;
    return { failed: { ...outcome.failed, packet: { ...packet, payload: { ...packet?.payload, ...spent } } } };
  }
  const delta = outcome.handoff.state_delta;
  const packet = { ...delta?.packet, payload: { ...delta?.packet?.payload, ...spent } };
  return { handoff: { ...outcome.handoff, state_delta: { ...delta, packet } } };
}
