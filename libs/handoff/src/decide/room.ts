import { CLIP, LIMITS } from '../schema/limits.js';
import type { TaskState } from '../schema/task-state.js';
import type { TextBounds } from './draft.js';
import { weighAll } from './weigh.js';

/** Bytes of the state file that open issues and failing checks may take together, and what each of them is sure of. */
export const MUST_KEEP = {
  issues: { budgetBytes: 32_000, sureBytes: 580, frameBytes: 420 },
  checks: { budgetBytes: 32_000, sureBytes: 560, frameBytes: 500 },
} as const;

/**
 * All open issues and failing checks stay in the state, so their texts share a fixed room: first come, first served in full,
 * but never so much that a later one could not say its beginning.
 */
const room = (kind: keyof typeof MUST_KEEP, present: readonly object[], slots: number, texts: number): TextBounds => {
  const { budgetBytes, sureBytes, frameBytes } = MUST_KEEP[kind];
  const later = Math.max(0, slots - present.length - 1) * sureBytes;
  const free = Math.max(sureBytes, budgetBytes - weighAll(present) - later) - frameBytes;
  return { chars: CLIP.textChars, bytes: Math.max(60, Math.min(CLIP.textBytes, Math.floor(free / texts))) };
};

export const roomForIssue = (state: TaskState): TextBounds => room('issues', state.blocking_issues, LIMITS.openIssues, 2);

export const roomForCheck = (state: TaskState): TextBounds =>
  room(
    'checks',
    state.checks.filter((check) => !check.passed),
    LIMITS.failingChecks,
    1,
  );
