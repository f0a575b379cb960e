import { DISPATCHES, Phase, StateDelta, Status, TaskState } from '@app/handoff';
import { z } from 'zod';
import { Next } from './next.js';
import { Omitted } from './omitted.js';

/** A state as it is answered: with its summary. */
export const ShownState = TaskState.extend({ context_summary: z.string(), omitted: Omitted.optional() });

export const afterAWrite = {
  next: Next.optional(),
  state: ShownState.optional(),
  /** Fields in which a secret was replaced. */
  redacted: z.array(z.string()).optional(),
};

/** The answer to a write that has no shape of its own. */
export const Written = z.object({
  task_id: z.string(),
  version: z.number().int(),
  phase: Phase,
  status: Status,
  target_agent: z.string().nullable(),
  dispatch: z.enum(DISPATCHES),
  ...afterAWrite,
});

const Delivered = z.object({
  task_id: z.string(),
  source_agent: z.string(),
  posted_by: z.string().optional(),
  target_agent: z.string().nullable(),
  phase: Phase,
  version: z.number().int(),
  state_delta: StateDelta,
  state_file: z.string(),
});

const summarised = { context_summary: z.string().optional(), summary_tokens: z.number().int().optional() };

/** A handoff as its target gets it. */
export const HandedOff = Delivered.extend({ ...summarised, dispatch: z.enum(DISPATCHES), gate_id: z.string().optional(), ...afterAWrite });

/** What a handoff would do. */
export const Previewed = HandedOff.partial().extend({
  would_open_gate: z.enum(['issue', 'approval', 'attempts']).nullable(),
  would_fail: z.string().optional(),
  reasons: z.array(z.unknown()).optional(),
});

export const Claimed = z.object({
  task_id: z.string(),
  version: z.number().int(),
  phase: Phase,
  ...summarised,
  command: Delivered.nullable(),
  effect_key: z.string(),
  artifacts: z.array(z.object({ path: z.string(), status: z.enum(['verified', 'changed', 'missing', 'unverified']) })),
  claim: z.object({ claim_epoch: z.number().int(), instance: z.string(), lease_s: z.number() }),
  omitted: Omitted.optional(),
  ...afterAWrite,
});
