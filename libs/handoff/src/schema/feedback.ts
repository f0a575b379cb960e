import { z } from 'zod';
import { ItemId } from './ids.js';
import { Phase } from './phase.js';
import { Principal } from './principal.js';
import { Sha256Hex, Timestamp } from './text.js';

export const FEEDBACK_CAUSES = [
  'sent_back',
  'rejected',
  'approved',
  'released',
  'failed',
  'reopened',
  'reassigned',
  'cancelled',
  'note',
] as const;

/** Why the task came (back) to whoever has it now. `artifacts_hash` pins what was handed in, so that the same work is not handed in again unnoticed. */
export const Feedback = z.strictObject({
  id: ItemId,
  cause: z.enum(FEEDBACK_CAUSES),
  feedback: z.string(),
  by: Principal,
  from_phase: Phase,
  attempt: z.number().int().nonnegative(),
  at: Timestamp,
  artifacts_hash: Sha256Hex.nullable(),
  clipped: z.literal(true).optional(),
});
export type Feedback = z.infer<typeof Feedback>;
