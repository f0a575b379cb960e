import { CheckName } from '@app/handoff';
import { z } from 'zod';
import { Next } from './next.js';

const CheckResult = z.object({
  name: CheckName,
  passed: z.boolean(),
  exit_code: z.number().int().nullable().describe('null: ended by a signal, or never started'),
  duration_ms: z.number().int(),
  stable: z.boolean().describe('false: something it covers changed while it ran, so that it proves nothing'),
  detail: z.string().describe('the end of what it wrote'),
});

/** A run of checks as it stands. */
export const Checked = z.object({
  run_id: z.string(),
  status: z.enum(['running', 'finished', 'failed']),
  results: z.array(CheckResult),
  version: z.number().int().nullable().describe('the version that recorded it'),
  failure: z.object({ code: z.string(), detail: z.string() }).optional().describe('why nothing was recorded'),
  next: Next.optional(),
});
