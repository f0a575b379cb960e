import { itemId } from '../schema/ids.js';
import type { Issue, IssuePosted, IssueResolution } from '../schema/issue.js';
import { LIMITS } from '../schema/limits.js';
import type { TaskState } from '../schema/task-state.js';
import type { Draft } from './draft.js';
import { refuse } from './refuse.js';

/** Issues that ask for a human and have not been answered for by one. */
export const askingIssues = (state: TaskState): Issue[] =>
  state.blocking_issues.filter((issue) => issue.requires_human && issue.acknowledged === null);

export const resolveIssues = (draft: Draft, resolutions: readonly IssueResolution[]): void => {
  for (const { issue_id, resolution } of resolutions) {
    const index = draft.state.blocking_issues.findIndex((issue) => issue.id === issue_id);
    if (index < 0) refuse('unknown_item', `${issue_id} is not an open issue of this task.`, { item: issue_id });
    draft.remove('blocking_issues', index);
    draft.settled.push({ issue_id, resolution });
  }
};

export const raiseIssues = (draft: Draft, agent: string, posted: readonly IssuePosted[]): void => {
  const open = draft.state.blocking_issues.length + posted.length;
  if (open > LIMITS.openIssues)
    refuse('too_many_open_issues', `${open} issues would be open; at most ${LIMITS.openIssues} may be. Resolve some first.`, { open });
  posted.forEach(({ issue, severity, suggested_action, requires_human }, k) => {
    const id = itemId('issues', draft.version, k);
    const texts = {
      issue: draft.clipText(id, 'issue', issue),
      action: suggested_action === undefined ? null : draft.clipText(id, 'suggested_action', suggested_action),
    };
    draft.insert('blocking_issues', k, {
      id,
      issue: texts.issue,
      severity,
      suggested_action: texts.action,
      requires_human: requires_human ?? false,
      status: 'open',
      acknowledged: null,
      raised_by: agent,
      raised_at: draft.at,
      ...draft.clippedMark(id),
    });
    draft.count('issues');
  });
};

/** Once a person has answered for them they stay open, but ask nobody again. */
export const acknowledgeIssues = (draft: Draft, ids: readonly string[], by: string): void => {
  for (const id of ids) {
    const index = draft.state.blocking_issues.findIndex((issue) => issue.id === id);
    if (index >= 0)
      draft.change({ op: 'replace', path: `/blocking_issues/${index}/acknowledged`, value: { by, at: draft.at, version: draft.version } });
  }
};
