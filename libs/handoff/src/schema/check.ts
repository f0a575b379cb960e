import { z } from 'zod';
import { AgentName, ItemId } from './ids.js';
import { LIMITS } from './limits.js';
import { Sha256Hex, Text, Timestamp, text } from './text.js';

/** A name is an identity: it is never clipped, and looks like what it is. */
export const CheckName = text(LIMITS.checkNameChars).refine((name) => !/[\p{Cc}\p{Cf}]/u.test(name), { message: 'must be printable' });

/** What an agent says of a check. */
export const CheckReported = z.strictObject({ name: CheckName, passed: z.boolean(), detail: Text.optional() });
export type CheckReported = z.infer<typeof CheckReported>;

/** What the service saw when it ran the check itself. `stable` is false when the covered files changed while it ran. */
export const CheckEvidence = z.strictObject({
  name: CheckName,
  passed: z.boolean(),
  detail: Text.optional(),
  command: z.array(z.string().max(LIMITS.textChars)).max(LIMITS.listItems),
  exit_code: z.number().int().nullable(),
  duration_ms: z.number().int().nonnegative(),
  output_hash: Sha256Hex,
  tree_hash: Sha256Hex,
  stable: z.boolean(),
  /** Where git stood, when there is git: the commit, and whether anything in the project differed from it. */
  commit: z
    .string()
    .regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a commit in full')
    .optional(),
  dirty: z.boolean().optional(),
});
export type CheckEvidence = z.infer<typeof CheckEvidence>;

/** The latest result of a name, one entry per source: a report never hides what the service saw. */
export const Check = z.strictObject({
  id: ItemId,
  name: z.string(),
  passed: z.boolean(),
  source: z.enum(['reported', 'evidence']),
  detail: z.string().nullable(),
  agent: AgentName.nullable(),
  at: Timestamp,
  /** What the rules ask for; what was run, and on which commit, stands whole in the history. */
  evidence: CheckEvidence.omit({ name: true, passed: true, detail: true, command: true, commit: true, dirty: true }).optional(),
  clipped: z.literal(true).optional(),
});
export type Check = z.infer<typeof Check>;
