import type { HandoffError } from '../errors/handoff.error.js';
import type { RecordDraft, RecordKind } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';

type Content = Pick<RecordDraft, 'effect' | 'whole' | 'settled' | 'removed' | 'repeat_reason'>;

/** One accepted command: the content of its record and the state it makes. */
export interface Accepted extends Content {
  readonly outcome: 'accepted';
  readonly kind: RecordKind;
  /** In whose name it was done; the caller differs from it when somebody acted on an agent's behalf. */
  readonly by: string;
  readonly next: TaskState;
  /** What the caller is told although a version was written: the claim that used up the last attempt. */
  readonly refusal?: HandoffError;
}

/** The caller already has what it asks for. */
export interface Unchanged {
  readonly outcome: 'unchanged';
}

export type Decided = Accepted | Unchanged;
