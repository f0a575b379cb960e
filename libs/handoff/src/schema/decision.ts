import { z } from 'zod';
import { AgentName, ItemId } from './ids.js';
import { LIMITS } from './limits.js';
import { Text, Timestamp, text } from './text.js';

export const DecisionPosted = z.strictObject({
  decision: text(LIMITS.decisionChars),
  rationale: text(LIMITS.rationaleChars).optional(),
  alternatives: z.array(Text).max(LIMITS.listItems).optional(),
  supersedes: z.array(ItemId).max(LIMITS.listItems).optional(),
});
export type DecisionPosted = z.infer<typeof DecisionPosted>;

/** In force while `superseded_by` is null. */
export const Decision = z.strictObject({
  id: ItemId,
  decision: z.string(),
  rationale: z.string().nullable(),
  alternatives: z.array(z.string()),
  supersedes: z.array(ItemId),
  superseded_by: ItemId.nullable(),
  agent: AgentName,
  timestamp: Timestamp,
  clipped: z.literal(true).optional(),
});
export type Decision = z.infer<typeof Decision>;
