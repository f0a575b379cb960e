import { LIMITS } from '../../libs/handoff/src/schema/limits.js';

/** Scripts and characters that take most bytes, escapes or tokens, to fill texts with. */
export const FILLINGS = {
  ascii: 'the quick brown fox jumps over it, ',
  cjk: '会議の議事録を確認してください',
  emoji: '🏗️👩‍👩‍👧‍👦🚒',
  control: '\u0001\u0002\u0007\u001b\n\t',
  quotes: '"\\"\\',
  long_tokens: '================================================================',
  surrogates: '\ud800x\udc00',
} as const;
export type Filling = keyof typeof FILLINGS;

/** A text of exactly so many characters that ends in a mark of its own, so that no two are the same. */
export const filled = (filling: Filling, chars: number, mark: string | number = ''): string => {
  const end = String(mark);
  return (
    FILLINGS[filling]
      .repeat(Math.ceil(chars / FILLINGS[filling].length))
      .slice(0, chars - end.length)
      .toWellFormed() + end
  );
};

const many = <T>(count: number, make: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => make(k));

/** Paths and names must be printable. */
const printable = (filling: Filling): Filling => (filling === 'ascii' ? 'ascii' : 'cjk');
const name = (filling: Filling, chars: number, mark: string | number): string =>
  filled(printable(filling), chars, `~${mark}`).replaceAll(/[\s"\\]/g, '_');

/** The largest task there can be. */
export const greedyTask = (filling: Filling) => ({
  task_title: filled(filling, LIMITS.titleChars),
  goal: filled(filling, LIMITS.goalChars),
  acceptance_criteria: many(LIMITS.criteria, (k) => filled(filling, LIMITS.criterionChars, k)),
  labels: many(LIMITS.labels, (k) => filled(filling, LIMITS.labelChars, k)),
});

export const greedyPacket = (filling: Filling, mark: string | number, items: number = LIMITS.listItems) => ({
  attempted: filled(filling, LIMITS.textChars, mark),
  observed: many(items, (k) => ({
    finding: filled(filling, LIMITS.findingChars, `${mark}/${k}`),
    source: filled(filling, LIMITS.textChars, k),
    confidence: 0.123456789,
  })),
  changed: many(items, (k) => ({ artifact: filled(filling, LIMITS.textChars, k), ref: filled(filling, LIMITS.textChars, k) })),
  not_done: many(items, (k) => ({ item: filled(filling, LIMITS.textChars, k), reason: filled(filling, LIMITS.textChars, k) })),
  failed_approaches: many(items, (k) => ({ approach: filled(filling, LIMITS.textChars, k), why: filled(filling, LIMITS.textChars, k) })),
  highest_impact_uncertainty: filled(filling, LIMITS.textChars, mark),
  next_agent_should_first: filled(filling, LIMITS.textChars, mark),
  payload: { a: [[[[[[[[[[[1, 2, 3, 4, 5, 6, 7, 8, 9]]]]]]]]]]], b: filled('ascii', 100) },
});

export const greedyDecision = (filling: Filling, mark: string | number) => ({
  decision: filled(filling, LIMITS.decisionChars, mark),
  rationale: filled(filling, LIMITS.rationaleChars, mark),
  alternatives: many(LIMITS.listItems, (k) => filled(filling, LIMITS.textChars, k)),
});

export const greedyIssue = (filling: Filling, mark: string | number) => ({
  issue: filled(filling, LIMITS.issueChars, mark),
  severity: 'blocker',
  suggested_action: filled(filling, LIMITS.actionChars, mark),
  requires_human: true,
});

export const greedyCheck = (filling: Filling, mark: string | number, passed: boolean) => ({
  name: name(filling, LIMITS.checkNameChars, mark),
  passed,
  detail: filled(filling, LIMITS.textChars, mark),
});

export const greedyArtifact = (filling: Filling, mark: string | number) => ({
  path: name(filling, LIMITS.pathChars, mark),
  artifact_type: 'config',
  content_hash: 'f'.repeat(64),
  size_bytes: Number.MAX_SAFE_INTEGER,
});

export const greedyEvidence = (filling: Filling, mark: string | number, passed: boolean) => ({
  ...greedyCheck(filling, mark, passed),
  command: many(LIMITS.listItems, () => filled('ascii', LIMITS.textChars)),
  exit_code: passed ? 0 : 255,
  duration_ms: 300_000_000,
  output_hash: 'a'.repeat(64),
  tree_hash: 'b'.repeat(64),
  stable: true,
});

/** Everything a delta can hold, all at once, as large as it may be; with a mark, so that no two are the same. */
export const greedyDelta = (filling: Filling, mark: string | number) => ({
  artifacts: many(LIMITS.artifactsPerHandoff, (k) => greedyArtifact(filling, `${mark}/${k}`)),
  decisions: many(LIMITS.listItems, (k) => greedyDecision(filling, `${mark}/${k}`)),
  warnings: many(LIMITS.listItems, (k) => filled(filling, LIMITS.textChars, `${mark}/${k}`)),
  packet: greedyPacket(filling, mark),
  feedback: filled(filling, LIMITS.textChars, mark),
});
