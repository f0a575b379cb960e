import { z } from 'zod';
import { ArtifactPath } from './artifact.js';
import { ItemId } from './ids.js';
import { IssueResolution } from './issue.js';
import { Operation } from './operation.js';
import { Principal } from './principal.js';
import { Sha256Hex, Timestamp, Version } from './text.js';

export const RECORD_KINDS = [
  'create',
  'edit',
  'handoff',
  'update',
  'claim',
  'release',
  'vote',
  'evidence',
  'reopen',
  'reassign',
  'cancel',
  'fork',
  'abandon',
] as const;
export const RecordKind = z.enum(RECORD_KINDS);
export type RecordKind = z.infer<typeof RecordKind>;

/**
 * What one accepted command causes. `effect` makes the next state; the rest is what the state has no room for:
 * texts that were clipped there (`whole`, by item id and field; `task` for the task's own), how issues were settled, which artifacts went,
 * and why the same work was handed in again.
 */
export const RecordDraft = z.strictObject({
  schema_version: z.number().int().positive(),
  at: Timestamp,
  principal: Principal,
  posted_by: Principal.optional(),
  kind: RecordKind,
  fingerprint: z.string().regex(/^[0-9a-f]{32}$/),
  idempotency_key: z.string().optional(),
  effect: z.array(Operation),
  whole: z.record(z.union([ItemId, z.literal('task')]), z.record(z.string(), z.json())).optional(),
  settled: z.array(IssueResolution).optional(),
  removed: z.array(ArtifactPath).optional(),
  repeat_reason: z.string().optional(),
  config_hash: z.string(),
});
export type RecordDraft = z.infer<typeof RecordDraft>;

/** A draft as the store has written it: numbered, chained, and signed off with its own hash. */
export const TaskRecord = z.strictObject({
  version: Version,
  prev_hash: Sha256Hex,
  generation: z.number().int().positive(),
  ...RecordDraft.shape,
  hash: Sha256Hex,
});
export type TaskRecord = z.infer<typeof TaskRecord>;
