import type { RecordKind } from '../schema/record.js';
import type { Status } from '../schema/status.js';

/** From which status a version leads to which, and what kind of version that is. A status it does not name is never reached from there. */
export const STATUS_FLOW = {
  pending: {
    pending: ['handoff', 'update', 'edit', 'evidence', 'reassign'],
    in_progress: ['claim'],
    awaiting_human: ['handoff'],
    completed: ['handoff'],
    abandoned: ['handoff'],
    cancelled: ['cancel'],
  },
  in_progress: {
    in_progress: ['claim', 'update', 'edit', 'evidence'],
    pending: ['handoff', 'release', 'reassign'],
    awaiting_human: ['handoff'],
    completed: ['handoff'],
    abandoned: ['handoff', 'release', 'abandon'],
    cancelled: ['cancel'],
  },
  awaiting_human: {
    awaiting_human: ['edit', 'evidence'],
    pending: ['vote'],
    completed: ['vote'],
    abandoned: ['vote'],
    cancelled: ['cancel'],
  },
  completed: { pending: ['reopen'] },
  abandoned: { abandoned: ['edit'], pending: ['vote', 'reopen'], cancelled: ['vote', 'cancel'] },
  cancelled: { pending: ['reopen'] },
} as const satisfies Record<Status, Partial<Record<Status, readonly RecordKind[]>>>;

export const leadsTo = (from: Status, to: Status, kind: RecordKind): boolean =>
  (STATUS_FLOW[from] as Partial<Record<Status, readonly RecordKind[]>>)[to]?.includes(kind) === true;
