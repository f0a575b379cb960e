import { isFurther, type Phase } from '../schema/phase.js';
import { forgiveAttempts } from './attempts.js';
import type { Draft } from './draft.js';

export interface Move {
  readonly phase: Phase;
  readonly target: string | null;
  readonly source: string;
  readonly postedBy: string | null;
  /** The version that carries what the source handed over. */
  readonly deliveredVersion: number;
}

/** `since` is the version whose handoff brought the task here: feedback of that version or later is about the work that lies ahead. */
export const enterPhase = (draft: Draft, phase: Phase, since = draft.version): void => {
  if (phase === draft.state.phase) return;
  draft.set('previous_phase', draft.state.phase);
  draft.set('phase', phase);
  draft.set('phase_started_at', draft.at);
  draft.set('phase_version', since);
  if (!isFurther(phase, draft.state.furthest_phase)) return;
  draft.set('furthest_phase', phase);
  forgiveAttempts(draft);
};

/** Gives the task to an agent: pending, unclaimed, from this version on. */
export const assign = (draft: Draft, target: string | null, deliveredVersion: number | null): void => {
  draft.set('status', target === null ? 'completed' : 'pending');
  draft.set('target_agent', target);
  draft.set('claim', null);
  draft.set('not_before', null);
  draft.set('assigned_version', draft.version);
  draft.set('delivered_version', deliveredVersion);
};

/** Carries a handoff out. */
export const makeMove = (draft: Draft, move: Move): void => {
  enterPhase(draft, move.phase, move.deliveredVersion);
  draft.set('source_agent', move.source);
  draft.set('posted_by', move.postedBy);
  draft.set('handoff_timestamp', draft.at);
  draft.set('failures_in_row', 0);
  assign(draft, move.target, move.deliveredVersion);
};
