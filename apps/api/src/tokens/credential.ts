import type { Principal } from '@app/handoff';

/** Who a token speaks for, and whether it still does. */
export interface Credential {
  readonly principal: Principal;
  isInForce(): boolean;
}
