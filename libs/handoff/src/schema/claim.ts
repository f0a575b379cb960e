import { z } from 'zod';
import { AgentName } from './ids.js';
import { LIMITS } from './limits.js';
import { Principal } from './principal.js';
import { Timestamp, Version } from './text.js';

export const Instance = z
  .string()
  .regex(/^[A-Za-z0-9._:@-]+$/, 'must be letters, digits or . _ : @ -')
  .max(LIMITS.instanceChars);

/** Who works on the task. The epoch fences: a later claim has a higher one, and only the current one may write. */
export const Claim = z.strictObject({
  principal: Principal,
  agent: AgentName,
  instance: Instance,
  claim_epoch: z.number().int().positive(),
  claimed_at: Timestamp,
  version: Version,
  /** The epoch a take-over ended; null when nobody held the task. */
  ends_epoch: z.number().int().positive().nullable(),
});
export type Claim = z.infer<typeof Claim>;
