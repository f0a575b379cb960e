import { AgentName } from '@app/handoff';
import { z } from 'zod';
import { ExecutorConfig } from './executor-config.js';

/** The `agents` part of a project's configuration: agents by name, whether built in or further ones. */
export const AgentsConfig = z.record(
  AgentName,
  z.strictObject({
    executor: ExecutorConfig.optional().describe('`external` unless said otherwise'),
    concurrency: z
      .number()
      .int()
      .min(1)
      .max(64)
      .optional()
      .describe('on how many tasks a worker of this service lets it work at once; 2 unless said otherwise'),
  }),
);
export type AgentsConfig = z.infer<typeof AgentsConfig>;
