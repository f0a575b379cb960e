import { z } from 'zod';

const EXECUTOR_KINDS = ['external', 'command', 'model'] as const;

/**
 * Who runs an agent. `external`: somebody outside, who fetches its work over HTTP; nobody is rung.
 * `command` and `model`: this service, through a worker.
 */
export const ExecutorConfig = z.strictObject({
  kind: z.enum(EXECUTOR_KINDS).describe('`external`: fetches its work over HTTP; `command`, `model`: run by the workers of this service'),
});
export type ExecutorConfig = z.infer<typeof ExecutorConfig>;

/** Kinds of executor that a worker runs. */
export type ServedKind = Exclude<ExecutorConfig['kind'], 'external'>;
