import { type Clock, type LeaseBook, leaseS, type Rules } from '@app/handoff';
import type { Times } from './claimable.js';

interface Clocks {
  readonly clock: Clock;
  readonly leases: LeaseBook;
  readonly rules: Rules;
}

/** The times of this process: a task whose claim nobody is heard of may be taken when the lease has run out here. */
export const dueTimes = ({ clock, leases, rules }: Clocks): Times => ({
  nowMs: () => clock.now().getTime(),
  leaseLeftMs: ({ task_id, claim }) =>
    claim === null ? Number.POSITIVE_INFINITY : leases.leftMs(task_id, claim.claim_epoch, leaseS(rules, claim)),
});
