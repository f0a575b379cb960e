import type { ClaimAnswer } from '@app/handoff';
import type { Role } from './role-registry.js';

/** One piece of work as an executor gets it: what the claim answered, for whom, and how it is called off. */
export interface Work
  extends Pick<ClaimAnswer, 'task_id' | 'phase' | 'effect_key' | 'command' | 'context_summary' | 'artifacts' | 'claim'> {
  readonly agent: Role;
  readonly signal: AbortSignal;
}
