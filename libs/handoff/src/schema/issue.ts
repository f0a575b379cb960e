import { z } from 'zod';
import { AgentName, ItemId } from './ids.js';
import { LIMITS } from './limits.js';
import { Principal } from './principal.js';
import { Text, Timestamp, text, Version } from './text.js';

/** Worst first. */
export const SEVERITIES = ['blocker', 'high', 'medium', 'low'] as const;
export const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;

export const IssuePosted = z.strictObject({
  issue: text(LIMITS.issueChars),
  severity: Severity,
  suggested_action: text(LIMITS.actionChars).optional(),
  requires_human: z.boolean().optional(),
});
export type IssuePosted = z.infer<typeof IssuePosted>;

export const IssueResolution = z.strictObject({ issue_id: ItemId, resolution: Text });
export type IssueResolution = z.infer<typeof IssueResolution>;

export const Acknowledgement = z.strictObject({ by: Principal, at: Timestamp, version: Version });

/** An open issue. It stays until somebody resolves it by name; then it leaves the state and its resolution stands in the history. */
export const Issue = z.strictObject({
  id: ItemId,
  issue: z.string(),
  severity: Severity,
  suggested_action: z.string().nullable(),
  requires_human: z.boolean(),
  status: z.literal('open'),
  acknowledged: Acknowledgement.nullable(),
  raised_by: AgentName,
  raised_at: Timestamp,
  clipped: z.literal(true).optional(),
});
export type Issue = z.infer<typeof Issue>;
