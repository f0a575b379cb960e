import type { Operation } from './operation.js';
import type { TaskChain } from './task-chain.js';
import type { Violation } from './violation.js';

/** Every answer against what is kept: acknowledged once and where it was said, refused never, unanswered at most once, and nothing besides. */
export const checkChain = (task: string, commits: readonly Operation[], { lines, damage }: TaskChain): Violation[] => {
  const found: Violation[] = [];
  const say = (rule: Violation['rule'], ops: readonly string[], detail: string) => found.push({ rule, task, ops, detail });
  if (damage !== null) say('chain', [], `the log is damaged: ${damage}`);
  const known = new Set(commits.map(({ op }) => op));
  const versionsOf = new Map<string, number[]>();
  lines.forEach(({ version, ops }, k) => {
    if (version !== k + 1) say('versions', ops, `line ${k + 1} holds version ${version}`);
    const mine = ops.filter((op) => known.has(op));
    if (mine.length !== 1) say('chain', mine, `version ${version} was written by ${mine.length === 0 ? 'nobody' : 'several'} who asked`);
    for (const op of mine) versionsOf.set(op, [...(versionsOf.get(op) ?? []), version]);
  });
  for (const { op, outcome, version } of commits) {
    const at = versionsOf.get(op) ?? [];
    if (outcome === 'fail' && at.length > 0) say('refused', [op], `was refused and is version ${at}`);
    if (outcome === 'unknown' && at.length > 1) say('unknown', [op], `had no answer and is versions ${at}`);
    if (outcome === 'ok' && (at.length !== 1 || at[0] !== version))
      say('chain', [op], `was acknowledged as version ${version} and is ${at.length === 0 ? 'nowhere' : `version ${at}`}`);
  }
  return found;
};
