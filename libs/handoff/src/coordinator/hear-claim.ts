import type { LeaseWatch } from '../ports/lease-watch.js';
import { isPerson, type Principal } from '../schema/principal.js';
import type { Rules } from '../schema/rules.js';
import type { TaskState } from '../schema/task-state.js';
import { leaseS } from './lease-s.js';

/** Whatever is asked with the current epoch keeps the claim alive, whether it is granted or not, and also when it was only tried. */
export const hearClaim = (
  leases: LeaseWatch,
  rules: Rules,
  { task_id, claim }: TaskState,
  claimEpoch: number | undefined,
  principal: Principal,
): void => {
  if (claim === null || claimEpoch !== claim.claim_epoch) return;
  // An epoch is easily guessed: only whose claim it is, or a person, can keep it alive.
  if (claim.principal !== principal && !isPerson(principal)) return;
  leases.heard(task_id, claimEpoch, leaseS(rules, claim));
};
