import { type Issue, SEVERITIES, type Severity } from '../schema/issue.js';
import type { TaskState } from '../schema/task-state.js';
import { SEPARATOR } from './encode-value.js';
import type { Entry, Relevance } from './on-topic.js';
import type { Row } from './row.js';
import { slotsOf } from './slot.js';
import { isMinor, isPressing, issuesByUrgency } from './standing.js';

const FADE = 0.85;
const PRESSING = 3;
/** Nothing goes on before it is answered. */
const UNANSWERED = 4.5;
const OTHERWISE = { blocker: PRESSING, high: 1.5, medium: 0.6, low: 0.3 } as const satisfies Record<Severity, number>;
/** What a minor issue keeps of its worth when it may be about other work: it is open all the same. */
const OFF_TOPIC = 0.35;
/** What knowing how to deal with an issue is worth, compared with knowing the issue. */
const ACTION = 0.4;
/** More than these have no room in any budget; they are counted. */
const MOST = 24;

const shownIssues = (state: TaskState): readonly Issue[] => issuesByUrgency(state).slice(0, MOST);

const prefixOf = (issue: Issue): string => {
  const human = issue.acknowledged === null ? ', human' : ', human, acknowledged';
  return `${issue.id} ${issue.severity}${issue.requires_human ? human : ''}:`;
};

const urgencyOf = (issue: Issue, relevance: Relevance): number => {
  if (isMinor(issue)) return OTHERWISE[issue.severity] * (OFF_TOPIC + (1 - OFF_TOPIC) * (relevance.get(issue.id) ?? 0));
  if (issue.requires_human && issue.acknowledged === null) return UNANSWERED;
  return isPressing(issue) ? PRESSING : OTHERWISE[issue.severity];
};

/** The issues that are worth the less, the less sure it is that they are about this work. */
export const minorEntries = (state: TaskState): readonly Entry[] =>
  shownIssues(state)
    .filter(isMinor)
    .map(({ id, issue, suggested_action }) => ({ id, text: issue, why: suggested_action }));

/** Of minor ones that are equally bad first what is surely about this work. */
const inOrder = (state: TaskState, relevance: Relevance): readonly Issue[] => {
  const issues = shownIssues(state);
  const badness = ({ severity }: Issue): number => SEVERITIES.indexOf(severity);
  const nearness = ({ id }: Issue): number => relevance.get(id) ?? 0;
  const minor = issues.filter(isMinor).sort((a, b) => badness(a) - badness(b) || nearness(b) - nearness(a));
  return [...issues.filter((issue) => !isMinor(issue)), ...minor];
};

/** Open issues, worst first; the worst stands in every summary. */
export const issueRows = (state: TaskState, relevance: Relevance): readonly Row[] => {
  const rows: Row[] = [];
  for (const [index, issue] of inOrder(state, relevance).entries()) {
    const worth = urgencyOf(issue, relevance) * FADE ** index;
    rows.push({
      section: 'issues',
      kind: 'issues',
      prefix: prefixOf(issue),
      slots: slotsOf(issue.issue, worth, issue.suggested_action, worth * ACTION),
      separator: SEPARATOR,
      must: index === 0 && isPressing(issue),
      below: rows.at(-1) ?? null,
    });
  }
  return rows;
};
