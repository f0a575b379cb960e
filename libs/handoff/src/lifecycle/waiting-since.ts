import type { TaskState } from '../schema/task-state.js';

/**
 * Since when it is somebody's turn. Every change of turn leaves a moment: a handoff its own, everything else (reopened, reassigned,
 * rejected, failed) the feedback it came with. A note is no change of turn.
 */
export const waitingSince = ({ created_at, handoff_timestamp, retry_feedback }: TaskState): string => {
  const turned = retry_feedback.find(({ cause }) => cause !== 'note');
  return [created_at, handoff_timestamp ?? '', turned?.at ?? ''].sort().at(-1) as string;
};
