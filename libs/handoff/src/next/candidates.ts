import type { Call } from '../lifecycle/calls.js';
import { moveKind, movesFrom } from '../lifecycle/moves.js';
import type { TaskState } from '../schema/task-state.js';
import type { ChecksToRun } from './checks-to-run.js';
import type { Action, ActionName } from './next.js';

export interface Candidate extends Action {
  readonly call: Call;
}

const candidate = (name: ActionName, call: Call, post: string, body: Action['body'], fill: readonly string[] = []): Candidate => ({
  do: name,
  call,
  post,
  body,
  ...(fill.length > 0 ? { fill } : {}),
});

const firstMove = (state: TaskState, kind: 'forward' | 'back') =>
  movesFrom(state.phase)
    .filter((to) => moveKind(state.phase, to) === kind)
    .at(kind === 'back' ? -1 : 0);

const handoffs = (state: TaskState, address: string, base: Action['body']): Candidate[] => {
  const post = `${address}/handoffs`;
  const forward = firstMove(state, 'forward');
  const back = firstMove(state, 'back');
  return [
    ...(forward === undefined ? [] : [candidate('hand_off', 'handoff', post, { phase: forward, ...base, state_delta: {} })]),
    ...(back === undefined ? [] : [candidate('send_back', 'handoff', post, { phase: back, ...base }, ['state_delta.feedback'])]),
    candidate('continue', 'handoff', post, { phase: state.phase, ...base }, ['state_delta.packet.next_agent_should_first']),
  ];
};

const forPeople = (address: string): Candidate[] => [
  candidate('reopen', 'reopen', `${address}/reopen`, {}, ['reason']),
  candidate('reassign', 'reassign', `${address}/reassign`, {}, ['target_agent', 'reason']),
  { do: 'edit', call: 'edit', patch: address, body: {}, fill: ['task_title or goal or acceptance_criteria or labels'] },
  candidate('cancel', 'cancel', `${address}/cancel`, {}, ['reason']),
];

const onGate = (state: TaskState, digest: string | undefined): Candidate[] =>
  state.gates
    .filter((gate) => gate.status === 'open')
    .map((gate) => {
      const body = { decision: 'approve', ...(digest === undefined ? {} : { digest }) };
      return candidate('vote', 'vote', `/v1/gates/${gate.id}/votes`, body, [...(digest === undefined ? ['digest'] : []), 'reason']);
    });

/** Everything anybody could want to do with a task in this state, likeliest first; who may do what is decided elsewhere. */
export const candidates = (state: TaskState, epoch: number | undefined, checks: ChecksToRun, digest: string | undefined): Candidate[] => {
  const address = `/v1/tasks/${state.task_id}`;
  const held = epoch === undefined ? {} : { claim_epoch: epoch };
  const base = { expected_version: state.version, ...held };
  const claim = candidate('claim', 'claim', `${address}/claim`, {});
  const check = checks.names.length === 0 ? [] : [candidate('check', 'evidence', `${address}/checks`, { names: checks.names, ...held })];
  return [
    ...onGate(state, digest),
    ...(epoch === undefined ? [claim] : []),
    ...(checks.areDue ? check : []),
    ...handoffs(state, address, base),
    candidate('update', 'update', `${address}/updates`, { ...base, state_delta: {} }),
    ...(checks.areDue ? [] : check),
    candidate('heartbeat', 'heartbeat', `${address}/heartbeat`, held),
    candidate('release', 'release', `${address}/release`, held, ['reason']),
    ...(epoch === undefined ? [] : [claim]),
    ...forPeople(address),
    candidate('fork', 'fork', `${address}/fork`, { version: state.version }),
  ];
};
