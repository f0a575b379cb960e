import type { Packet } from '../schema/packet.js';
import type { TaskState } from '../schema/task-state.js';
import { bearingsRows } from './bearings-rows.js';
import { headRows } from './head-rows.js';
import { itemRows } from './item-rows.js';
import type { Layout } from './layout.js';
import { nextAction } from './next-action.js';
import { answerRows, checkRows, feedbackRows, issueRows } from './pressing-rows.js';
import type { Topic } from './relevance.js';
import type { Row } from './row.js';
import { failingChecks } from './standing.js';

const MOST = { issues: 8, checks: 5, feedback: 4, packets: 12, files: 16 } as const;

/** What the work is about: its title most of all, then what is to be done and what stands in the way, then whatever else was said of it as a whole. */
const topicOf = (state: TaskState): Topic => {
  const next = nextAction(state);
  const said = (packet: Packet): (string | null)[] => [packet.next_agent_should_first, packet.highest_impact_uncertainty, packet.attempted];
  const topic = (weight: number, texts: readonly (string | null)[]): Topic => texts.map((text) => [text ?? '', weight]);
  const issues = state.blocking_issues.slice(0, MOST.issues);
  return [
    [state.task_title, 3],
    [next.packet === null ? '' : next.text, 2],
    ...topic(
      2,
      issues.map(({ issue }) => issue),
    ),
    ...topic(
      2,
      failingChecks(state, MOST.checks).map(({ name, check }) => `${name} ${check?.detail ?? ''}`),
    ),
    ...topic(
      2,
      state.retry_feedback.slice(0, MOST.feedback).map(({ feedback }) => feedback),
    ),
    [state.goal ?? '', 1.5],
    ...topic(1, [...issues.map(({ suggested_action }) => suggested_action), ...state.acceptance_criteria, state.labels.join(' ')]),
    ...topic(1, state.packets.slice(0, MOST.packets).flatMap(said)),
    ...topic(
      1,
      state.artifacts.slice(0, MOST.files).map(({ path }) => path),
    ),
  ];
};

/** Every line the summary of this state could have. Only some depend on the layout; the others are made once. */
export const summaryRows = (state: TaskState): ((layout: Layout) => readonly Row[]) => {
  const items = [
    ...bearingsRows(state),
    ...answerRows(state),
    ...issueRows(state),
    ...checkRows(state),
    ...itemRows(state, topicOf(state)),
  ];
  return (layout) => [...headRows(state, layout), ...feedbackRows(state, layout), ...items];
};
