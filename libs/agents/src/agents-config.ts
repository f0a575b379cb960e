import { AgentName } from '@app/handoff';
import { z } from 'zod';
import { Executor } from './executor.js';

/** The `agents` part of a project's configuration: agents by name, whether built in or further ones. */
export const AgentsConfig = z.record(AgentName, z.strictObject({ executor: Executor.optional() }));
export type AgentsConfig = z.infer<typeof AgentsConfig>;
