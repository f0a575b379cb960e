import type { Claim } from '../schema/claim.js';
import { roleOf } from '../schema/principal.js';
import type { Rules } from '../schema/rules.js';

/** How long a claim lives without a word: by who holds it, whoever speaks for it. */
export const leaseS = ({ lease_s }: Rules, claim: Pick<Claim, 'principal'> | null): number =>
  claim !== null && roleOf(claim.principal) === 'worker' ? lease_s.worker : lease_s.external;
