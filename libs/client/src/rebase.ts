import { apply, Operation, type TaskState } from '@app/handoff';
import type { TaskAnswer } from './answers.js';
import type { Problem } from './problem.js';

/**
 * The task as it stands now, from what the caller built on and what a `version_conflict` says was written since.
 * Null when that was too much to send along, or leads somewhere else than the conflict says: then load the task anew.
 * A summary that came with the old one is left behind: it tells of that.
 */
export function rebase(conflict: Problem, base: TaskState | TaskAnswer): TaskState | null {
  const patch = Operation.array().safeParse(conflict.patch);
  if (!patch.success) return null;
  try {
    const { context_summary: _, ...state } = base as TaskAnswer;
    const now = apply(state, patch.data) as TaskState;
    return now.version === conflict.current_version ? now : null;
  } catch {
    return null;
  }
}
