import type { HandleKind } from '../schema/ids.js';
import type { TaskState } from '../schema/task-state.js';
import type { Layout } from './layout.js';
import type { Line } from './line.js';
import { handleOf, type Omission } from './omission.js';
import { type Headed, isHeaded, SECTIONS, type Section } from './row.js';

/** Whether also those counts are printed that a reader can do without; all of them are in `omitted`. */
export type Counts = 'all' | 'needed';

type Heading = (state: TaskState, omitted: number, counts: Counts) => string;

/** What the service keeps about a task, in contrast to what somebody has said. */
const BOOKKEEPING: ReadonlySet<HandleKind> = new Set(['artifacts', 'feedback', 'gates', 'packets', 'goal']);

const plain =
  (kind: HandleKind, words: string = kind): Heading =>
  (state, omitted) =>
    omitted > 0 ? `${handleOf(kind, state)} +${omitted}:` : `${words}:`;

const issues: Heading = (state, _, counts) => {
  const open = state.blocking_issues.length;
  const settled = state.totals.issues.recorded - open;
  return `${handleOf('issues', state)} ${open} open${settled > 0 && counts === 'all' ? `, ${settled} settled` : ''}:`;
};

const checks: Heading = (state, omitted, counts) =>
  `${handleOf('checks', state)} ${state.quality_gates_failed.length} failing${omitted > 0 && counts === 'all' ? `, +${omitted}` : ''}:`;

/** The sections that have a heading: what kind follows, how much of it is not shown, and the handle for that. */
const HEADINGS: Record<Headed, Heading> = {
  issues,
  checks,
  failed_approaches: plain('failed_approaches', 'failed before'),
  decisions: plain('decisions'),
  not_done: plain('not_done', 'not done'),
  findings: plain('findings'),
  warnings: plain('warnings'),
};

const noIssues = (state: TaskState): string => {
  const settled = state.totals.issues.recorded;
  return settled > 0 ? `${handleOf('issues', state)} none open, ${settled} settled` : 'issues: none';
};

const numberOf = (line: Line): number => {
  const [, version = '0', index = '1'] = /^\D+(\d+)(?:\.(\d+))?/.exec(line.row.prefix) ?? [];
  return Number(version) + Number(index) / 1_000;
};

const sorted = (section: Section, lines: readonly Line[]): readonly Line[] =>
  section === 'issues' || section === 'checks' ? lines : [...lines].sort((a, b) => numberOf(b) - numberOf(a));

export interface Draft {
  readonly state: TaskState;
  /** Those that are shown. */
  readonly lines: readonly Line[];
  readonly omitted: readonly Omission[];
  readonly layout: Layout;
  readonly counts: Counts;
  readonly stateFile: string;
}

const hasHeading = (section: Section, layout: Layout): section is Headed =>
  isHeaded(section) && (layout !== 'bare' || section === 'issues' || section === 'checks');

/** A line that shows something from outside, or one of ours. */
export type Part = Line | string;

const sectionParts = (section: Section, { state, lines, omitted, layout, counts }: Draft): Part[] => {
  const open = lines.filter((line) => line.row.section === section);
  if (open.length === 0) return section === 'issues' && state.blocking_issues.length === 0 ? [noIssues(state)] : [];
  const count = omitted.find((omission) => omission.kind === section)?.count ?? 0;
  const heading = hasHeading(section, layout) ? HEADINGS[section](state, count, counts) : undefined;
  return [...(heading === undefined ? [] : [heading]), ...sorted(section, open)];
};

const countText = ({ kind, count, handle }: Omission, { state, layout, counts }: Draft): string => {
  const open = state.blocking_issues.length;
  const failing = state.quality_gates_failed.length;
  if (kind === 'issues') return `${handle} ${open} open${count > open ? `, ${count - open} settled` : ''}`;
  if (kind === 'checks' && failing > 0)
    return `${handle} ${failing} failing${counts === 'needed' || count === failing ? '' : `, +${count - failing}`}`;
  const isCounted = kind !== 'history' && (counts === 'all' || (layout !== 'bare' && !BOOKKEEPING.has(kind) && kind !== 'checks'));
  return isCounted ? `${handle} +${count}` : handle;
};

/** All lines, in the order they are read. */
export const partsOf = (draft: Draft): readonly Part[] => {
  const headed = new Set<string>();
  const parts = SECTIONS.flatMap((section) => {
    const own = sectionParts(section, draft);
    if (own.length > 0 && hasHeading(section, draft.layout)) headed.add(section);
    return own;
  });
  const rest = draft.omitted.filter((omission) => !headed.has(omission.kind)).map((omission) => countText(omission, draft));
  const more = rest.length === 0 ? [] : [`more: ${rest.join(' ')}`];
  return [...parts, ...more, `State: ${draft.stateFile}`];
};

/** The whole text. Every line starts with words of ours and ends with a line feed. */
export const render = (parts: readonly Part[]): string =>
  parts.map((part) => `${typeof part === 'string' ? part : part.text()}\n`).join('');
