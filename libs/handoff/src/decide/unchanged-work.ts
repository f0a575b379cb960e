import type { Feedback } from '../schema/feedback.js';
import { versionOf } from '../schema/ids.js';
import type { TaskState } from '../schema/task-state.js';
import { artifactsHash } from './artifacts.js';

const sentBackBy = ({ retry_feedback }: TaskState, version: number | undefined): Feedback | undefined =>
  retry_feedback.find((feedback) => feedback.cause === 'sent_back' && versionOf(feedback.id) === version);

/** Why the task came back to the phase it is in, or will when a human agrees: as long as that stands, the rules ask for it. */
export const sendBacks = (state: TaskState): Feedback[] =>
  [sentBackBy(state, state.phase_version), sentBackBy(state, state.pending_handoff?.version)].filter((feedback) => feedback !== undefined);

/** True when the very work that was sent back into this phase is about to leave it again. */
export const isUnchangedWork = (state: TaskState): boolean => {
  const sentBack = sentBackBy(state, state.phase_version);
  return sentBack?.artifacts_hash != null && sentBack.artifacts_hash === artifactsHash(state);
};
