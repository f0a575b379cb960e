import type { Check, CheckEvidence, CheckReported } from '../schema/check.js';
import { itemId, versionOf } from '../schema/ids.js';
import { LIMITS } from '../schema/limits.js';
import type { TaskState } from '../schema/task-state.js';
import type { Draft } from './draft.js';
import { refuse } from './refuse.js';

type Checks = Pick<TaskState, 'checks'>;

const latest = ({ checks }: Checks, name: string, source: Check['source']): Check | undefined =>
  checks.find((check) => check.name === name && check.source === source);

/** A failure the service saw stands until a later run of its own passes; a reported one until the name is reported or proven passed since. */
export const isFailing = (state: Checks, name: string): boolean => {
  const proven = latest(state, name, 'evidence');
  if (proven !== undefined && !proven.passed) return true;
  const reported = latest(state, name, 'reported');
  if (reported === undefined || reported.passed) return false;
  return proven === undefined || state.checks.indexOf(reported) < state.checks.indexOf(proven);
};

export const failingNames = (state: Checks): string[] => {
  if (state.checks.every((check) => check.passed)) return [];
  return [...new Set(state.checks.map((check) => check.name))].filter((name) => isFailing(state, name));
};

const provenNames = (state: Checks): string[] =>
  state.checks.filter((check) => check.source === 'evidence' && check.passed && check.evidence?.stable === true).map((check) => check.name);

/** Replaces the result of the same name and source. The list stays newest first, also when one command names a check twice. */
const enter = (draft: Draft, check: Check): void => {
  const old = draft.state.checks.findIndex((other) => other.name === check.name && other.source === check.source);
  if (old >= 0) draft.remove('checks', old);
  const older = draft.state.checks.findIndex((other) => versionOf(other.id) !== draft.version);
  draft.insert('checks', older >= 0 ? older : draft.state.checks.length, check);
  draft.count('checks');
};

/** Only what stands in the state counts as proven: whoever reads the name finds the proof beside it. */
export const settlePassed = (draft: Draft): void => draft.set('quality_gates_passed', provenNames(draft.state));

const settleNames = (draft: Draft): void => {
  const failing = failingNames(draft.state);
  if (failing.length > LIMITS.failingChecks)
    refuse('too_many_failing_checks', `${failing.length} checks would be failing; at most ${LIMITS.failingChecks} are kept.`, {
      failing: failing.length,
    });
  draft.set('quality_gates_failed', failing);
  settlePassed(draft);
};

export const reportChecks = (draft: Draft, agent: string, reports: readonly CheckReported[]): void => {
  reports.forEach((report, k) => {
    const id = itemId('checks', draft.version, k);
    const detail = report.detail === undefined ? null : draft.clipText(id, 'detail', report.detail);
    const entry: Check = {
      id,
      name: report.name,
      passed: report.passed,
      source: 'reported',
      detail,
      agent,
      at: draft.at,
      ...draft.clippedMark(id),
    };
    enter(draft, entry);
  });
  if (reports.length > 0) settleNames(draft);
};

export const recordEvidence = (draft: Draft, results: readonly CheckEvidence[]): void => {
  results.forEach((result, k) => {
    const id = itemId('checks', draft.version, k);
    const { name, passed, detail: text, command, commit, dirty, ...evidence } = result;
    draft.keepWhole(id, 'command', command);
    if (commit !== undefined) draft.keepWhole(id, 'commit', commit);
    if (dirty !== undefined) draft.keepWhole(id, 'dirty', dirty);
    const detail = text === undefined ? null : draft.clipText(id, 'detail', text);
    enter(draft, {
      id,
      name,
      passed,
      source: 'evidence',
      detail,
      agent: null,
      at: draft.at,
      evidence,
      ...(detail === (text ?? null) ? {} : { clipped: true }),
    });
  });
  settleNames(draft);
};
