import type { LeaseWatch } from '../ports/lease-watch.js';

interface Heard {
  readonly epoch: number;
  readonly untilMs: number;
}

/**
 * Leases by what was heard here, on a clock that only goes forward. A claim nobody has heard of yet, as after a restart,
 * counts as heard now: its holder gets a full lease.
 */
export class LeaseBook implements LeaseWatch {
  readonly #heard = new Map<string, Heard>();

  constructor(private readonly monotonicMs: () => number) {}

  heard(taskId: string, claimEpoch: number, leaseS: number): void {
    this.#heard.set(taskId, { epoch: claimEpoch, untilMs: this.monotonicMs() + leaseS * 1_000 });
  }

  expired(taskId: string, claimEpoch: number, leaseS: number): boolean {
    const heard = this.#heard.get(taskId);
    if (heard?.epoch === claimEpoch) return this.monotonicMs() > heard.untilMs;
    this.heard(taskId, claimEpoch, leaseS);
    return false;
  }
}
