import type { Feedback } from '../schema/feedback.js';
import { itemId } from '../schema/ids.js';
import type { Phase } from '../schema/phase.js';
import { artifactsHash } from './artifacts.js';
import type { Draft } from './draft.js';

/** Says why the task came to whoever has it now. One version can give feedback twice (a note, then a verdict): each has its own id. */
export const giveFeedback = (draft: Draft, cause: Feedback['cause'], text: string, by: string, fromPhase: Phase): void => {
  const id = itemId('feedback', draft.version, draft.counts.get('feedback') ?? 0);
  draft.insert('retry_feedback', 0, {
    id,
    cause,
    feedback: draft.clipText(id, 'feedback', text),
    by,
    from_phase: fromPhase,
    attempt: draft.state.attempts,
    at: draft.at,
    artifacts_hash: artifactsHash(draft.state),
    ...draft.clippedMark(id),
  });
  draft.count('feedback');
};
