import { z } from 'zod';

/** What had no room in an answer, and the handle that shows it. */
export const Omitted = z.array(z.object({ kind: z.string(), count: z.number().int(), handle: z.string() }));
