import { z } from 'zod';

/** One page of a list; `next_cursor` is null at its end. */
export const listed = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next_cursor: z.string().nullable() });
