import type { ErrorCode } from '../errors/error-codes.js';
import type { CommandKind } from '../schema/command.js';
import type { Status } from '../schema/status.js';

/** What can be asked of a task that exists: the commands, and the heartbeat that writes nothing. */
export type Call = Exclude<CommandKind, 'create'> | 'heartbeat';

/**
 * What a status says to a call before anything else is looked at.
 * `ok`; `epoch`: only with the current claim; `claimed`: ask whose claim it is and whether it is alive; `person`: people only; `gate`: ask the gate itself.
 */
export type Verdict =
  | 'ok'
  | 'epoch'
  | 'claimed'
  | 'person'
  | 'gate'
  | Extract<ErrorCode, 'gate_open' | 'task_closed' | 'stale_claim' | 'not_closed'>;

type Row = Record<Status, Verdict>;

const row = (pending: Verdict, in_progress: Verdict, awaiting_human: Verdict, abandoned: Verdict, closed: Verdict): Row => ({
  pending,
  in_progress,
  awaiting_human,
  abandoned,
  completed: closed,
  cancelled: closed,
});

export const CALLS = {
  claim: row('ok', 'claimed', 'gate_open', 'gate_open', 'task_closed'),
  handoff: row('ok', 'epoch', 'gate_open', 'gate_open', 'task_closed'),
  update: row('ok', 'epoch', 'gate_open', 'gate_open', 'task_closed'),
  evidence: row('ok', 'epoch', 'person', 'gate_open', 'task_closed'),
  heartbeat: row('stale_claim', 'epoch', 'stale_claim', 'stale_claim', 'stale_claim'),
  release: row('stale_claim', 'epoch', 'stale_claim', 'stale_claim', 'stale_claim'),
  edit: row('ok', 'ok', 'ok', 'ok', 'task_closed'),
  reassign: row('ok', 'ok', 'gate_open', 'gate_open', 'task_closed'),
  cancel: row('ok', 'ok', 'ok', 'ok', 'task_closed'),
  reopen: row('not_closed', 'not_closed', 'not_closed', 'ok', 'ok'),
  vote: row('gate', 'gate', 'gate', 'gate', 'gate'),
  fork: row('ok', 'ok', 'ok', 'ok', 'ok'),
} as const satisfies Record<Call, Row>;
