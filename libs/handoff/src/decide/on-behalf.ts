import type { Principal } from '../schema/principal.js';
import type { TaskState } from '../schema/task-state.js';
import type { DecideContext } from './context.js';

/** The agent whose work it is. Admission has made sure that there is one. */
export const workingAgent = (state: TaskState): string => state.claim?.agent ?? state.target_agent ?? '';

export const asAgent = (agent: string): Principal => `agent:${agent}`;

/** Who acted, where that is not the agent itself. */
export const postedBy = (state: TaskState, ctx: DecideContext): Principal | null =>
  ctx.principal === asAgent(workingAgent(state)) ? null : ctx.principal;
