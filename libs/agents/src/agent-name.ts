import { z } from 'zod';

/** The name of an agent as configuration, tokens and task states spell it. */
export const AgentName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'an agent name is a lower-case letter, then up to 31 of a-z, 0-9 and -');
export type AgentName = z.infer<typeof AgentName>;
