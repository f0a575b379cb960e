import type { TaskState } from '../schema/task-state.js';
import { headRows } from './head-rows.js';
import { itemRows } from './item-rows.js';
import type { Layout } from './layout.js';
import { nextAction } from './next-action.js';
import { answerRows, checkRows, feedbackRows, issueRows } from './pressing-rows.js';
import type { Topic } from './relevance.js';
import type { Row } from './row.js';
import { currentFeedback, failingChecks } from './standing.js';

/** What the work is about now: its title, what is to be done, what stands in the way. */
const topicOf = (state: TaskState): Topic => {
  const next = nextAction(state);
  return [
    [state.task_title, 3],
    [next.packet === null ? '' : next.text, 2],
    ...state.blocking_issues.slice(0, 5).map(({ issue }) => [issue, 2] as const),
    ...failingChecks(state, 5).map(({ name, check }) => [`${name} ${check?.detail ?? ''}`, 2] as const),
    ...currentFeedback(state)
      .slice(0, 2)
      .map(({ feedback }) => [feedback, 2] as const),
    [state.packets[0]?.highest_impact_uncertainty ?? '', 1.5],
    [state.goal ?? '', 1.5],
    ...state.acceptance_criteria.map((criterion) => [criterion, 1] as const),
  ];
};

/** Every line the summary of this state could have. Only some depend on the layout; the others are made once. */
export const summaryRows = (state: TaskState): ((layout: Layout) => readonly Row[]) => {
  const items = [...answerRows(state), ...issueRows(state), ...checkRows(state), ...itemRows(state, topicOf(state))];
  return (layout) => [...headRows(state, layout), ...feedbackRows(state, layout), ...items];
};
