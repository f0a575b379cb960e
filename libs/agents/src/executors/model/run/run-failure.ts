import type { Failure } from '../../../outcome.js';

/** Why a run is over without an outcome. */
export class RunFailure extends Error {
  constructor(readonly failure: Pick<Failure, 'class' | 'reason' | 'retry_after_s'>) {
    super(failure.reason);
    this.name = 'RunFailure';
  }
}
