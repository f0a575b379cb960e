import { GATE_STATUSES } from '@app/handoff';
import { z } from 'zod';
import { Omitted } from './omitted.js';
import { afterAWrite } from './written.js';

const Vote = z.object({ by: z.string(), decision: z.enum(['approve', 'reject']), reason: z.string(), digest: z.string(), at: z.string() });

/** Exactly what is decided on. */
const Subject = z.object({
  task_id: z.string(),
  task_title: z.string(),
  kind: z.string(),
  move: z.object({ from_phase: z.string(), phase: z.string(), source_agent: z.string(), target_agent: z.string().nullable() }).nullable(),
  attempts: z.number().int(),
  issues: z.array(z.record(z.string(), z.unknown())),
  artifacts: z.array(z.object({ path: z.string(), content_hash: z.string().nullable(), on_disk: z.string().nullable() })),
  evidence: z.array(z.record(z.string(), z.unknown())),
});

/** A question to people. */
export const Gate = z.object({
  id: z.string(),
  task_id: z.string(),
  kind: z.enum(['issue', 'approval', 'attempts']),
  status: z.enum(GATE_STATUSES),
  required: z.number().int(),
  subject: Subject,
  digest: z.string(),
  votes: z.array(Vote),
  opened_at: z.string(),
  resolved_at: z.string().nullable(),
  omitted: Omitted.optional(),
});

export const VotedGate = Gate.extend({ version: z.number().int(), ...afterAWrite });
