import type { TaskEvent } from '@app/handoff';

/** A pointer to something that happened. A name that this build does not know is one that a later service sends. */
export interface Happening extends Omit<TaskEvent, 'id' | 'name'> {
  readonly name: TaskEvent['name'];
  /** Resumes after this event, as `after` of a new stream. */
  readonly id: string;
}

/** What was missed cannot be told any more: load what matters anew, and go on from here. */
export interface Reset {
  readonly name: 'reset';
  readonly id: string;
}

export type StreamItem = Happening | Reset;

export interface EventOptions {
  /** Of this task alone. */
  readonly taskId?: string | undefined;
  /** The id of the last event that was seen; of one task also just a version. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}
