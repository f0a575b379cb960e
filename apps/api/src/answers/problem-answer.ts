import { ERROR_CODES } from '@app/handoff';
import { z } from 'zod';

/** RFC 9457, with what a caller needs to go on. */
export const ProblemAnswer = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.enum(Object.keys(ERROR_CODES) as [string, ...string[]]),
  retryable: z.boolean(),
  request_id: z.string(),
});
