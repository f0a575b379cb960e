import type { Feedback } from '../schema/feedback.js';
import { versionOf } from '../schema/ids.js';
import type { TaskState } from '../schema/task-state.js';
import { artifactsHash } from './artifacts.js';

/** Why the task came back to the phase it is in, if that is how it came here. */
export const sendBackHere = ({ retry_feedback, phase_version }: TaskState): Feedback | undefined =>
  retry_feedback.find((feedback) => feedback.cause === 'sent_back' && versionOf(feedback.id) === phase_version);

/** True when the very work that was sent back into this phase is about to leave it again. */
export const isUnchangedWork = (state: TaskState): boolean => {
  const sentBack = sendBackHere(state);
  return sentBack?.artifacts_hash != null && sentBack.artifacts_hash === artifactsHash(state);
};
