import type { TaskState } from '../schema/task-state.js';
import { bearingsRows } from './bearings-rows.js';
import { headRows } from './head-rows.js';
import { issueRows, minorEntries } from './issue-rows.js';
import { itemLists } from './item-lists.js';
import { itemRows } from './item-rows.js';
import type { Layout } from './layout.js';
import { onTopic } from './on-topic.js';
import { answerRows, checkRows, feedbackRows } from './pressing-rows.js';
import type { Row } from './row.js';
import { topicOf } from './topic-of.js';

/** Every line the summary of this state could have. Only some depend on the layout; the others are made once. */
export const summaryRows = (state: TaskState): ((layout: Layout) => readonly Row[]) => {
  const lists = itemLists(state);
  const relevance = onTopic(topicOf(state), [...lists.flatMap(({ entries }) => entries), ...minorEntries(state)]);
  const items = [
    ...bearingsRows(state),
    ...answerRows(state),
    ...issueRows(state, relevance),
    ...checkRows(state),
    ...itemRows(lists, relevance),
  ];
  return (layout) => [...headRows(state, layout), ...feedbackRows(state, layout), ...items];
};
