import { z } from 'zod';
import { CommandExecutor } from './command-executor.js';
import { ModelExecutor } from './model-executor.js';

/** Somebody outside fetches its work over HTTP or MCP; nobody is rung. */
const ExternalExecutor = z.strictObject({ kind: z.literal('external').describe('fetches its work over HTTP or MCP') });

/** Who runs an agent: somebody outside, or this service through a worker. */
export const ExecutorConfig = z.discriminatedUnion('kind', [ExternalExecutor, CommandExecutor, ModelExecutor]);
export type ExecutorConfig = z.infer<typeof ExecutorConfig>;

/** Kinds of executor that a worker runs. */
export type ServedKind = Exclude<ExecutorConfig['kind'], 'external'>;
