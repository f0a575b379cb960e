import { z } from 'zod';
import { AgentName, ItemId } from './ids.js';
import { Timestamp } from './text.js';

export const Warning = z.strictObject({
  id: ItemId,
  warning: z.string(),
  agent: AgentName,
  timestamp: Timestamp,
  clipped: z.literal(true).optional(),
});
export type Warning = z.infer<typeof Warning>;
