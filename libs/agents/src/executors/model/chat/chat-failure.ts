import type { Failure } from '../../../outcome.js';
import { RunFailure } from '../run/run-failure.js';

/** A call that was not answered. */
export class ChatFailure extends RunFailure {
  /** What came before the answer broke off, which has to be paid for; null when it had not begun. */
  heard: string | null = null;

  constructor(
    failure: Pick<Failure, 'class' | 'reason' | 'retry_after_s'>,
    /** Whether the same call may fare better soon, and when the server said that would be. */
    readonly again: { readonly afterMs: number | null } | null,
  ) {
    super(failure);
    this.name = 'ChatFailure';
  }
}
