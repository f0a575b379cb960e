import { z } from 'zod';

const EXECUTOR_KINDS = ['external', 'command', 'model'] as const;

/**
 * Who runs an agent. `external`: somebody outside, who fetches its work over HTTP; nobody is rung.
 * `command` and `model`: this service, through a worker.
 */
export const Executor = z.strictObject({ kind: z.enum(EXECUTOR_KINDS) });
export type Executor = z.infer<typeof Executor>;
