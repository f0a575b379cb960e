import { versionOf } from '../schema/ids.js';
import type { TaskState } from '../schema/task-state.js';

interface ClaimEnd {
  readonly reason: string;
  readonly detail: string;
}

/** Causes of feedback that also end a claim. */
const ENDING: readonly string[] = ['released', 'failed', 'reassigned', 'reopened', 'rejected', 'approved', 'cancelled'];

/** What became of the claim that somebody still believes in, as far as the state tells. */
export const claimEnd = ({ claim, status, retry_feedback: [last], assigned_version }: TaskState): ClaimEnd => {
  if (claim !== null) return { reason: 'taken_over', detail: `epoch ${claim.claim_epoch} is current, held by ${claim.principal}` };
  const told = last !== undefined && versionOf(last.id) >= assigned_version && ENDING.includes(last.cause);
  if (told) return { reason: last.cause, detail: `${last.cause} by ${last.by}: ${last.feedback}` };
  return status === 'pending'
    ? { reason: 'handed_off', detail: 'the task was handed on and nobody has it claimed' }
    : { reason: status, detail: `nobody has it claimed, it is ${status}` };
};
