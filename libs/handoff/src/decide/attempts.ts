import type { Rules } from '../schema/rules.js';
import type { Draft } from './draft.js';
import { openGate } from './gates.js';

/** Counts one more thing that went wrong since the last progress; true when it was one too many. */
export const countAttempt = (draft: Draft, rules: Rules): boolean => {
  draft.set('attempts', draft.state.attempts + 1);
  return draft.state.attempts >= rules.attempts;
};

export const forgiveAttempts = (draft: Draft): void => {
  draft.set('attempts', 0);
  draft.set('failures_in_row', 0);
  draft.set('not_before', null);
};

/** Nobody tries any further, where the task now stands, until a person says so. */
export const abandon = (draft: Draft, by: string): void => {
  draft.set('status', 'abandoned');
  draft.set('claim', null);
  draft.set('not_before', null);
  draft.set('pending_handoff', null);
  openGate(draft, 'attempts', [], by);
};
