import { versionOf } from '../schema/ids.js';
import type { TaskState } from '../schema/task-state.js';
import { artifactsHash } from './artifacts.js';

/** True when the very work that was sent back into this phase is about to leave it again. */
export const isUnchangedWork = (state: TaskState): boolean => {
  const sentBack = state.retry_feedback.find(
    (feedback) => feedback.cause === 'sent_back' && versionOf(feedback.id) === state.phase_version,
  );
  return sentBack?.artifacts_hash != null && sentBack.artifacts_hash === artifactsHash(state);
};
