import { admit } from '../../libs/handoff/src/decide/admit.js';
import type { KnownItems } from '../../libs/handoff/src/decide/context.js';
import { HandoffError } from '../../libs/handoff/src/errors/handoff.error.js';
import { moveKind, movesFrom } from '../../libs/handoff/src/lifecycle/moves.js';
import { legalActions } from '../../libs/handoff/src/next/legal-actions.js';
import { ACTION_NAMES, type Action, type ActionName } from '../../libs/handoff/src/next/next.js';
import type { CommandKind } from '../../libs/handoff/src/schema/command.js';
import type { TaskState } from '../../libs/handoff/src/schema/task-state.js';
import { GATE_DIGEST, type Walk } from '../support/walk.js';
import { proof } from './post.js';

type Fields = Record<string, unknown>;

const COMMAND_OF: Record<Exclude<ActionName, 'heartbeat' | 'wait'>, CommandKind> = {
  claim: 'claim',
  hand_off: 'handoff',
  send_back: 'handoff',
  continue: 'handoff',
  update: 'update',
  check: 'evidence',
  release: 'release',
  vote: 'vote',
  edit: 'edit',
  reopen: 'reopen',
  reassign: 'reassign',
  cancel: 'cancel',
  fork: 'fork',
};

const FILLINGS: Record<string, Fields> = {
  reason: { reason: 'because' },
  digest: { digest: GATE_DIGEST },
  target_agent: { target_agent: 'dev-qa' },
  'state_delta.feedback': { state_delta: { feedback: 'Not yet' } },
  'state_delta.packet.next_agent_should_first': { state_delta: { packet: { next_agent_should_first: 'Go on.' } } },
  'task_title or goal or acceptance_criteria or labels': { goal: 'Another goal' },
};

const filled = ({ body, fill = [] }: Action): Fields => Object.assign({}, body, ...fill.map((field) => FILLINGS[field]));

/** What comes of sending this: the code it is refused with, or `accepted`. */
const outcome = (walk: Walk, principal: string, name: ActionName, body: Fields, items: KnownItems, gate?: string): string => {
  try {
    if (name === 'heartbeat') {
      admit(walk.head, { call: 'heartbeat', principal, claimEpoch: Number(body.claim_epoch) }, items.claimAlive ?? false);
      return 'accepted';
    }
    if (name === 'wait') return 'accepted';
    const sent = name === 'check' ? { claim_epoch: body.claim_epoch, results: [proof({ name: 'unit', passed: true })] } : body;
    const decided = walk.decide(principal, COMMAND_OF[name], sent, items, gate);
    return decided.outcome === 'accepted' && decided.refusal !== undefined ? decided.refusal.code : 'accepted';
  } catch (error) {
    if (error instanceof HandoffError) return error.code;
    throw error;
  }
};

/** The best form in which an action that was not offered could be sent. Null when the phase knows no such move. */
const bestForm = (state: TaskState, name: ActionName): Fields | null => {
  const held = { ...(state.claim === null ? {} : { claim_epoch: state.claim.claim_epoch }) };
  const base = { expected_version: state.version, ...held };
  const to = (kind: string) => movesFrom(state.phase).find((phase) => moveKind(state.phase, phase) === kind);
  const delta = { feedback: 'x', packet: { next_agent_should_first: 'x' }, repeat_reason: 'x', artifacts: [{ path: 'z' }] };
  const handoff = (kind: string): Fields | null => {
    const phase = to(kind) ?? (state.phase === 'completed' ? 'implementing' : undefined);
    return phase === undefined ? null : { phase, ...base, state_delta: delta };
  };
  const forms: Record<ActionName, Fields | null> = {
    claim: {},
    hand_off: handoff('forward'),
    send_back: handoff('back'),
    continue: handoff('stay'),
    update: { ...base, state_delta: {} },
    check: held,
    heartbeat: { claim_epoch: Math.max(1, state.last_epoch) },
    release: { claim_epoch: Math.max(1, state.last_epoch), reason: 'x' },
    vote: { decision: 'approve', reason: 'x', digest: GATE_DIGEST },
    edit: { goal: 'x' },
    reopen: { reason: 'x' },
    reassign: { reason: 'x', target_agent: 'dev-qa' },
    cancel: { reason: 'x' },
    fork: { version: state.version, task_id: 'T2' },
    wait: null,
  };
  return forms[name];
};

export interface Broken {
  readonly principal: string;
  readonly name: ActionName;
  readonly offer: 'unblocked' | 'blocked' | 'none';
  readonly outcome: string;
}

/** Every promise of `next` that does not hold: an offer that is refused, or something accepted that was not offered. */
export const brokenOffers = (walk: Walk, principal: string, leaseOver: boolean): Broken[] => {
  const state = walk.head;
  const items: KnownItems = { claimAlive: state.claim === null ? null : !leaseOver, source: state };
  const { actions } = legalActions(state, principal, { rules: walk.rules, items, checks: ['unit'] });
  const gate = state.gates[0]?.id ?? 'T1.G999';
  return ACTION_NAMES.flatMap((name): Broken[] => {
    const offered = actions.find((action) => action.do === name);
    const body = offered === undefined ? bestForm(state, name) : filled(offered);
    if (body === null) return [];
    const offer = offered === undefined ? 'none' : offered.blocked_by === undefined ? 'unblocked' : 'blocked';
    const came = outcome(walk, principal, name, body, items, name === 'vote' ? gate : undefined);
    return (came === 'accepted') === (offer === 'unblocked') ? [] : [{ principal, name, offer, outcome: came }];
  });
};
