import { failing, type Work } from './model-work.js';
import type { ModelRules } from './request.js';

/** All paths with their contents; null while one of them is unknown, or there are none. */
export const fingerprint = ({ files }: Work): string | null => {
  const all = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return all.length === 0 || all.some(([, content]) => content === null) ? null : JSON.stringify(all);
};

/** Why this work may not leave its phase; `sentBack` is the work that may not leave it again. */
export const exitRefusals = (work: Work, exit: ModelRules['exits'][string] | undefined, sentBack: string | null): string[] => {
  const { minArtifacts = 0, noOpen = [], noFailing = false, required = [] } = exit ?? {};
  const stuck =
    work.files.size < minArtifacts ||
    [...work.issues.values()].some((issue) => noOpen.includes(issue.severity)) ||
    failing(work).some((name) => noFailing || required.includes(name)) ||
    required.some((name) => work.checks.get(name)?.seen !== true);
  const unchanged = sentBack !== null && sentBack === fingerprint(work);
  return [...(stuck ? ['phase_exit_failed'] : []), ...(unchanged ? ['unchanged_work'] : [])];
};
