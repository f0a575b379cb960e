import type { HandoffError } from '../errors/handoff.error.js';
import { leadsTo } from '../lifecycle/status-flow.js';
import type { RecordKind } from '../schema/record.js';
import type { DecideContext } from './context.js';
import type { Accepted } from './decided.js';
import type { Draft } from './draft.js';
import { refuse } from './refuse.js';
import { tally } from './totals.js';
import { moveOut } from './windows.js';

interface AcceptedAs {
  readonly kind: RecordKind;
  readonly by?: string | undefined;
  readonly refusal?: HandoffError;
  readonly repeatReason?: string | undefined;
}

/** The rules never make any other step; if one did, it would rather be refused than written. */
const requireFlow = ({ before, state }: Draft, kind: RecordKind): void => {
  if (kind !== 'fork' && !leadsTo(before.status, state.status, kind))
    refuse('internal', `A ${kind} does not lead from ${before.status} to ${state.status}.`);
};

/** Closes a draft: what does not fit moves out, the counts are set, and the next state is what replaying the record would give. */
export const accept = (draft: Draft, ctx: DecideContext, { kind, by = ctx.principal, refusal, repeatReason }: AcceptedAs): Accepted => {
  requireFlow(draft, kind);
  moveOut(draft, ctx.rules);
  tally(draft);
  return {
    outcome: 'accepted',
    kind,
    by,
    effect: draft.effect,
    next: draft.stamped(ctx.principal),
    ...(Object.keys(draft.whole).length > 0 ? { whole: draft.whole } : {}),
    ...(draft.settled.length > 0 ? { settled: draft.settled } : {}),
    ...(draft.removed.length > 0 ? { removed: draft.removed } : {}),
    ...(repeatReason === undefined ? {} : { repeat_reason: repeatReason }),
    ...(refusal === undefined ? {} : { refusal }),
  };
};
