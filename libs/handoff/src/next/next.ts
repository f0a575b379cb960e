import type { ExitReasonCode } from '../decide/exit-rules.js';
import type { ErrorCode } from '../errors/error-codes.js';

export const ACTION_NAMES = [
  'claim',
  'hand_off',
  'send_back',
  'continue',
  'update',
  'check',
  'heartbeat',
  'release',
  'vote',
  'edit',
  'reopen',
  'reassign',
  'cancel',
  'fork',
  'wait',
] as const;
export type ActionName = (typeof ACTION_NAMES)[number];

export interface Obstacle {
  readonly code: ExitReasonCode | ErrorCode;
  readonly detail: string;
}

/** Something the caller may do now, ready to send once the fields named in `fill` are filled in. */
export interface Action {
  readonly do: ActionName;
  readonly post?: string;
  readonly patch?: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly fill?: readonly string[];
  /** Why it would be refused as things stand; the delta that goes with it may still mend that. */
  readonly blocked_by?: readonly Obstacle[];
}

/** What the caller may do, from the same tables that would refuse it. */
export interface Next {
  readonly you: string;
  readonly lease_s?: number;
  readonly actions: readonly Action[];
  /** Actions that were left out for length, by name. */
  readonly also?: readonly ActionName[];
  readonly waiting_for: { readonly who: string; readonly gate_id?: string; readonly since: string } | null;
}
