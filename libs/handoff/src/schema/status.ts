import { z } from 'zod';

export const STATUSES = ['pending', 'in_progress', 'awaiting_human', 'completed', 'abandoned', 'cancelled'] as const;
export const Status = z.enum(STATUSES);
export type Status = z.infer<typeof Status>;
