import { ACTION_NAMES } from '@app/handoff';
import { z } from 'zod';

const Action = z.object({
  do: z.enum(ACTION_NAMES),
  post: z.string().optional(),
  patch: z.string().optional(),
  body: z.record(z.string(), z.unknown()),
  fill: z.array(z.string()).optional(),
  blocked_by: z.array(z.object({ code: z.string(), detail: z.string() })).optional(),
});

/** What the caller may do now, ready to send. */
export const Next = z.object({
  you: z.string(),
  lease_s: z.number().optional(),
  actions: z.array(Action),
  also: z.array(z.enum(ACTION_NAMES)).optional(),
  waiting_for: z.object({ who: z.string(), gate_id: z.string().optional(), since: z.string() }).nullable(),
});
