import { z } from 'zod';
import { AgentName, ItemId } from './ids.js';
import { Phase } from './phase.js';
import { Principal } from './principal.js';
import { Sha256Hex, Timestamp, Version } from './text.js';

export const GATE_KINDS = ['issue', 'approval', 'attempts'] as const;
export const GateKind = z.enum(GATE_KINDS);
export type GateKind = z.infer<typeof GateKind>;

export const GATE_STATUSES = ['open', 'approved', 'rejected', 'voided'] as const;
export const GateStatus = z.enum(GATE_STATUSES);
export type GateStatus = z.infer<typeof GateStatus>;

export const GateId = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}\.G[1-9]\d{0,8}$/, 'must be a gate id such as T1.G17');

export const DECISIONS_ON_GATES = ['approve', 'reject'] as const;

export const Vote = z.strictObject({
  by: Principal,
  decision: z.enum(DECISIONS_ON_GATES),
  reason: z.string(),
  digest: Sha256Hex,
  at: Timestamp,
  version: Version,
  own_work: z.literal(true).optional(),
  clipped: z.literal(true).optional(),
});
export type Vote = z.infer<typeof Vote>;

/** A question to people. What it is about (`subject`) is computed from the state whenever it is shown or voted on. */
export const Gate = z.strictObject({
  id: GateId,
  kind: GateKind,
  status: GateStatus,
  required: z.literal(1),
  issue_ids: z.array(ItemId),
  votes: z.array(Vote),
  opened_by: Principal,
  opened_at: Timestamp,
  resolved_at: Timestamp.nullable(),
});
export type Gate = z.infer<typeof Gate>;

/** The move that waits for its gate. */
export const PendingHandoff = z.strictObject({
  gate_id: GateId,
  version: Version,
  source_agent: AgentName,
  posted_by: Principal.nullable(),
  phase: Phase,
  target_agent: AgentName.nullable(),
});
export type PendingHandoff = z.infer<typeof PendingHandoff>;
