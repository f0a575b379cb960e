import type { WorkPhase } from '../schema/phase.js';
import type { Rules } from '../schema/rules.js';
import type { TaskState } from '../schema/task-state.js';
import { failingNames } from './checks.js';
import { clip } from './clip.js';
import type { KnownItems } from './context.js';

export const EXIT_REASONS = [
  'too_few_artifacts',
  'open_blocker',
  'failing_check',
  'evidence_missing',
  'evidence_stale',
  'evidence_unstable',
  'artifact_changed',
  'artifact_missing',
] as const;
export type ExitReasonCode = (typeof EXIT_REASONS)[number];
export interface ExitReason {
  readonly code: ExitReasonCode;
  readonly detail: string;
}

const REASON_CHARS = 120;
const reason = (code: ExitReasonCode, detail: string): ExitReason => ({ code, detail: clip(detail.replaceAll(/\s+/g, ' '), REASON_CHARS) });

const artifactReasons = (items: KnownItems): ExitReason[] =>
  (items.onDisk ?? []).flatMap(({ path, status }) => {
    if (status === 'changed') return [reason('artifact_changed', `${path} is not what was recorded`)];
    return status === 'missing' ? [reason('artifact_missing', `${path} is not there`)] : [];
  });

const evidenceReason = (state: TaskState, items: KnownItems, name: string): ExitReason[] => {
  const proof = state.checks.find((check) => check.name === name && check.source === 'evidence');
  if (proof === undefined) return [reason('evidence_missing', `${name} has not been run by the service`)];
  if (!proof.passed) return [];
  if (proof.evidence?.stable !== true) return [reason('evidence_unstable', `files changed while ${name} ran`)];
  return items.evidence?.get(name) === 'stale' ? [reason('evidence_stale', `what ${name} covers has changed since it passed`)] : [];
};

/** Whether a run of the service itself is what this check lacks. */
export const needsEvidence = (state: TaskState, items: KnownItems, name: string): boolean => evidenceReason(state, items, name).length > 0;

/** Everything that keeps the task from moving forward out of this phase, all at once. */
export const exitReasons = (state: TaskState, phase: WorkPhase, rules: Rules, items: KnownItems): ExitReason[] => {
  const exit = rules.phase_exit[phase];
  const required = exit.required_checks ?? [];
  const failing = failingNames(state).filter((name) => exit.no_failing_checks === true || required.includes(name));
  const missing = (exit.min_artifacts ?? 0) - state.artifact_set.current;
  return [
    ...(missing > 0 ? [reason('too_few_artifacts', `${exit.min_artifacts} needed, ${state.artifact_set.current} recorded`)] : []),
    ...state.blocking_issues
      .filter((issue) => exit.no_open?.includes(issue.severity))
      .map((issue) => reason('open_blocker', `${issue.id} ${issue.issue}`)),
    ...failing.map((name) => reason('failing_check', name)),
    ...required.flatMap((name) => evidenceReason(state, items, name)),
    ...(exit.verify_artifacts === true ? artifactReasons(items) : []),
  ];
};
