import type { HandleKind } from '../schema/ids.js';
import type { TaskState } from '../schema/task-state.js';
import type { Line } from './line.js';
import { handleOf, type Omission } from './omission.js';
import { SECTIONS, type Section } from './row.js';

type Heading = (state: TaskState, omitted: number) => string;

const plain =
  (kind: HandleKind): Heading =>
  (state, omitted) =>
    omitted > 0 ? `${handleOf(kind, state)} +${omitted}:` : `${kind}:`;

const issues: Heading = (state) => {
  const open = state.blocking_issues.length;
  const settled = state.totals.issues.recorded - open;
  return `${handleOf('issues', state)} ${open} open${settled > 0 ? `, ${settled} settled` : ''}:`;
};

const checks: Heading = (state, omitted) =>
  `${handleOf('checks', state)} ${state.quality_gates_failed.length} failing${omitted > 0 ? `, +${omitted}` : ''}:`;

/** The sections that have a heading: what kind follows, how much of it is not shown, and the handle for that. */
const HEADINGS: Partial<Record<Section, Heading>> = {
  feedback: plain('feedback'),
  issues,
  checks,
  failed_approaches: plain('failed_approaches'),
  decisions: plain('decisions'),
  not_done: plain('not_done'),
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

const sectionText = (section: Section, state: TaskState, open: readonly Line[], omissions: readonly Omission[]): string[] => {
  if (open.length === 0) return section === 'issues' && state.blocking_issues.length === 0 ? [noIssues(state)] : [];
  const omitted = omissions.find((omission) => omission.kind === section)?.count ?? 0;
  const heading = HEADINGS[section]?.(state, omitted);
  return [...(heading === undefined ? [] : [heading]), ...sorted(section, open).map((line) => line.text())];
};

const countText = ({ kind, count, handle }: Omission, state: TaskState): string => {
  if (kind === 'issues') return `${handle} ${state.blocking_issues.length} open, ${count - state.blocking_issues.length} settled`;
  return kind === 'history' ? handle : `${handle} ${count}`;
};

/** The whole text. Every line starts with words of ours and ends with a line feed. */
export const render = (state: TaskState, lines: readonly Line[], omissions: readonly Omission[], stateFile: string): string => {
  const shown = new Set<string>();
  const text = SECTIONS.flatMap((section) => {
    const open = lines.filter((line) => line.open && line.row.section === section);
    const own = sectionText(section, state, open, omissions);
    if (own.length > 0 && section in HEADINGS) shown.add(section);
    return own;
  });
  const rest = omissions.filter((omission) => !shown.has(omission.kind)).map((omission) => countText(omission, state));
  return `${[...text, ...(rest.length > 0 ? [`more: ${rest.join(', ')}`] : []), `State: ${stateFile}`].join('\n')}\n`;
};
