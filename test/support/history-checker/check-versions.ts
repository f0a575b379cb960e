import type { Operation } from './operation.js';
import type { Violation } from './violation.js';

/** What was acknowledged, by itself: each version once, and the one after what it was built on. */
export const checkVersions = (task: string, commits: readonly Operation[]): Violation[] => {
  const found: Violation[] = [];
  const byVersion = new Map<number, string>();
  for (const { op, outcome, version, expected } of commits) {
    if (outcome !== 'ok' || version === undefined) continue;
    const other = byVersion.get(version);
    if (other !== undefined) found.push({ rule: 'versions', task, ops: [other, op], detail: `both are version ${version}` });
    byVersion.set(version, op);
    if (expected !== undefined && version !== expected + 1)
      found.push({ rule: 'versions', task, ops: [op], detail: `was built on version ${expected} and is version ${version}` });
  }
  return found;
};
