import type { HandoffError } from '../errors/handoff.error.js';
import type { TaskState } from '../schema/task-state.js';

/** What was asked for was refused, and that it was is a version of its own: whoever asked is told how things stand after it. */
export class RefusedAfterWriting extends Error {
  constructor(
    readonly refusal: HandoffError,
    readonly state: TaskState,
  ) {
    super(refusal.message, { cause: refusal });
  }
}
