import type { Check } from '../schema/check.js';
import type { Issue } from '../schema/issue.js';
import { jsonBytes } from '../schema/json-bytes.js';
import { type Rules, requiredChecks } from '../schema/rules.js';
import type { TaskState } from '../schema/task-state.js';
import { sendBacks } from './unchanged-work.js';
import { weigh, weighAll } from './weigh.js';

/** Scalars, totals, claim, waiting handoff, the store's own key, and the summary. */
const FRAME_BYTES = 16_000;
/** What an issue grows by when a person acknowledges it. */
const ACKNOWLEDGEMENT_BYTES = 170;

/** The results that make names failing, one per name: what the service saw, else what was reported. */
export const standingFailures = ({ checks, quality_gates_failed }: TaskState): Check[] => {
  if (quality_gates_failed.length === 0) return [];
  const failed = checks.filter((check) => !check.passed && quality_gates_failed.includes(check.name));
  const seen = new Set(failed.filter((check) => check.source === 'evidence').map((check) => check.name));
  return failed.filter((check) => check.source === 'evidence' || !seen.has(check.name));
};

/** What the service saw of the checks that some phase requires: without them nobody could leave that phase. */
export const requiredProofs = ({ checks }: TaskState, { phase_exit }: Rules): Check[] => {
  const proofs = checks.filter((check) => check.source === 'evidence' && check.passed);
  if (proofs.length === 0) return proofs;
  const required = requiredChecks(phase_exit);
  return proofs.filter((check) => required.has(check.name));
};

const issueBytes = (issue: Issue): number =>
  weigh(issue) + (issue.requires_human && issue.acknowledged === null ? ACKNOWLEDGEMENT_BYTES : 0);

/** Quotes, indent, comma and the end of the line. */
const AROUND_TEXT_BYTES = 8;

const textBytes = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + jsonBytes(text) + AROUND_TEXT_BYTES, 0);

/** Bytes of the state file that nothing can free: what the task is about, and everything somebody still has to answer for. */
export const mustKeepBytes = (state: TaskState): number =>
  FRAME_BYTES +
  textBytes([state.task_title, state.goal ?? '']) +
  textBytes(state.acceptance_criteria) +
  textBytes(state.labels) +
  textBytes(state.quality_gates_failed) +
  textBytes(state.quality_gates_passed) +
  state.blocking_issues.reduce((sum, issue) => sum + issueBytes(issue), 0) +
  weighAll(standingFailures(state)) +
  weighAll(state.gates.filter((gate) => gate.status === 'open')) +
  weighAll(sendBacks(state));
