import type { Gate, GateKind, GateStatus, Vote } from '../schema/gate.js';
import { gateId } from '../schema/ids.js';
import type { Draft } from './draft.js';

export const openGate = (draft: Draft, kind: GateKind, issueIds: readonly string[], by: string): string => {
  const id = gateId(draft.state.task_id, draft.version);
  draft.insert('gates', 0, {
    id,
    kind,
    status: 'open',
    required: 1,
    issue_ids: [...issueIds],
    votes: [],
    opened_by: by,
    opened_at: draft.at,
    resolved_at: null,
  });
  draft.count('gates');
  return id;
};

/** Written whole, so that the history shows what became of a gate without replaying it. */
export const closeGate = (draft: Draft, gate: Gate, status: Exclude<GateStatus, 'open'>, votes: readonly Vote[] = gate.votes): void => {
  const index = draft.state.gates.findIndex((other) => other.id === gate.id);
  draft.put('gates', index, { ...gate, status, votes: [...votes], resolved_at: draft.at });
};

/** Somebody decided above the gate's head: its question no longer stands, and neither does the move that waited for it. */
export const voidGates = (draft: Draft): void => {
  for (const gate of draft.state.gates.filter(({ status }) => status === 'open')) closeGate(draft, gate, 'voided');
  draft.set('pending_handoff', null);
};
