import type { Delta } from './request.js';

export interface ModelIssue {
  readonly severity: string;
  readonly asks: boolean;
  readonly acknowledged: boolean;
}
interface Results {
  readonly reported?: boolean;
  readonly reportedAt?: number;
  readonly seen?: boolean;
  readonly seenAt?: number;
}

/** What was handed in so far: current files, open issues by id, what is known of each check. */
export interface Work {
  readonly files: Map<string, string | null>;
  readonly issues: Map<string, ModelIssue>;
  readonly checks: Map<string, Results>;
}

/** A failure the service saw stands until its own next run; a reported one until the name is reported or proven passed. */
export const failing = ({ checks }: Work): string[] =>
  [...checks]
    .filter(
      ([, { reported, reportedAt = 0, seen, seenAt = 0 }]) =>
        seen === false || (reported === false && !(seen === true && seenAt > reportedAt)),
    )
    .map(([name]) => name);

const idOf = (letter: string, version: number, k: number) => `${letter}${version}${k === 0 ? '' : `.${k + 1}`}`;

/** The work with a delta applied, and whether it names something that is not there. */
export const applyDelta = (before: Work, delta: Delta, version: number): { work: Work; unknown: boolean } => {
  const work: Work = { files: new Map(before.files), issues: new Map(before.issues), checks: new Map(before.checks) };
  const settled = delta.resolved.map((id) => work.issues.delete(id));
  delta.raised.forEach(({ severity, asks }, k) => {
    work.issues.set(idOf('I', version, k), { severity, asks, acknowledged: false });
  });
  const removed = delta.removed.map((path) => work.files.delete(path));
  for (const { path, content } of delta.files) work.files.set(path, content);
  for (const { name, passed } of delta.checks) work.checks.set(name, { ...work.checks.get(name), reported: passed, reportedAt: version });
  return { work, unknown: [...settled, ...removed].includes(false) };
};
