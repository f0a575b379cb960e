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
    return this.leftMs(taskId, claimEpoch, leaseS) < 0;
  }

  /** How much of the lease is left; negative once it has run out. */
  leftMs(taskId: string, claimEpoch: number, leaseS: number): number {
    const heard = this.#heard.get(taskId);
    if (heard?.epoch === claimEpoch) return heard.untilMs - this.monotonicMs();
    this.heard(taskId, claimEpoch, leaseS);
    return leaseS * 1_000;
  }
}
