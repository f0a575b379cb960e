import { Operation, Phase, RECORD_KINDS, Status } from '@app/handoff';
import { z } from 'zod';
import { Omitted } from './omitted.js';

const count = z.number().int();

export const TaskRow = z.object({
  task_id: z.string(),
  task_title: z.string(),
  phase: Phase,
  status: Status,
  version: count,
  target_agent: z.string().nullable(),
  claimed_by: z.string().nullable(),
  attempts: count,
  open_blockers: count,
  open_gates: count,
  created_at: z.string(),
  updated_at: z.string(),
});

export const HistoryRow = z.object({
  version: count,
  at: z.string(),
  by: z.string(),
  posted_by: z.string().optional(),
  kind: z.enum(RECORD_KINDS),
  phase: Phase,
  status: Status,
  items: z.array(z.string()),
  hash: z.string(),
});

export const Summary = z.object({
  task_id: z.string(),
  version: count,
  context_summary: z.string(),
  summary_tokens: count,
  encoding: z.string(),
  omitted: Omitted,
});

export const LookedUp = z.object({
  handle: z.string(),
  version: count,
  value: z.unknown(),
  tokens: count,
  next_cursor: z.string().nullable(),
});

export const Diff = z.object({ from: count, to: count, patch: z.array(Operation), next_cursor: z.string().nullable() });

export const Verified = z.object({
  ok: z.boolean(),
  versions: count,
  head_hash: z.string().nullable(),
  fragments: count,
  first_bad: z.object({ line: count, after_version: count, reason: z.string() }).optional(),
});
