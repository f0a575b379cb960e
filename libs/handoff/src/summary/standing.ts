import type { Check } from '../schema/check.js';
import type { Feedback } from '../schema/feedback.js';
import type { Gate } from '../schema/gate.js';
import { versionOf } from '../schema/ids.js';
import { type Issue, SEVERITIES } from '../schema/issue.js';
import type { TaskState } from '../schema/task-state.js';

/** Must be dealt with before the task can go on, or by somebody else than an agent. */
export const isPressing = (issue: Issue): boolean => issue.severity === 'blocker' || issue.requires_human;

/** Neither in the way of anything nor serious. */
export const isMinor = (issue: Issue): boolean => !isPressing(issue) && issue.severity !== 'high';

const urgency = (issue: Issue): number =>
  (isPressing(issue) ? 0 : 100) + SEVERITIES.indexOf(issue.severity) * 10 + (issue.requires_human && issue.acknowledged === null ? 0 : 1);

/** Worst first, and among equals the newest first, as the state has them. */
export const issuesByUrgency = (state: TaskState): readonly Issue[] => [...state.blocking_issues].sort((a, b) => urgency(a) - urgency(b));

/** What the state says of each name that stands as failed; a name without an entry is still a failure. */
export const failingChecks = (state: TaskState, most: number): readonly { readonly name: string; readonly check: Check | null }[] =>
  state.quality_gates_failed
    .slice(0, most)
    .map((name) => ({ name, check: state.checks.find((check) => check.name === name && !check.passed) ?? null }));

/** Whether this feedback was given since the task came into its phase. */
export const isCurrent = (feedback: Feedback, state: TaskState): boolean => versionOf(feedback.id) >= state.phase_version;

/** Newest first. */
export const currentFeedback = (state: TaskState): readonly Feedback[] =>
  state.retry_feedback.filter((feedback) => isCurrent(feedback, state));

export const openGate = (state: TaskState): Gate | null => state.gates.find((gate) => gate.status === 'open') ?? null;
