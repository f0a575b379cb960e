import { inStatus } from '../../../../test/support/statuses.js';
import { ENGINEER, file, MIRA, QA, Walk } from '../../../../test/support/walk.js';
import { Rules } from '../schema/rules.js';
import type { Status } from '../schema/status.js';
import type { TaskState } from '../schema/task-state.js';
import { legalActions } from './legal-actions.js';
import type { Action } from './next.js';

const WORKER = 'worker:w1';
const VIEWER = 'viewer:vic';
const rules = Rules.parse({});

const next = (state: TaskState, principal: string, items = {}, checks: string[] = []) => {
  const claimAlive = state.claim === null ? null : true;
  return legalActions(state, principal, { rules, items: { claimAlive, ...items }, checks });
};
const names = (state: TaskState, principal: string, items = {}) => next(state, principal, items).actions.map((action) => action.do);
const action = (state: TaskState, principal: string, name: string, items = {}): Action | undefined =>
  next(state, principal, items).actions.find((one) => one.do === name);

const WORK = ['hand_off', 'continue', 'update'];

// Who may do what, from the contract's tables; planning knows no way back.
const EXPECTED: Record<Status, Record<string, string[]>> = {
  pending: {
    [ENGINEER]: ['claim', ...WORK],
    [QA]: [],
    [WORKER]: ['claim'],
    [MIRA]: ['claim', ...WORK, 'reassign', 'edit', 'cancel', 'fork'],
    [VIEWER]: [],
  },
  in_progress: {
    [ENGINEER]: [...WORK, 'heartbeat', 'release'],
    [QA]: [],
    [WORKER]: [],
    [MIRA]: [...WORK, 'reassign', 'edit', 'cancel', 'fork'],
    [VIEWER]: [],
  },
  awaiting_human: { [ENGINEER]: [], [QA]: [], [WORKER]: [], [MIRA]: ['vote', 'edit', 'cancel', 'fork'], [VIEWER]: [] },
  abandoned: { [ENGINEER]: [], [QA]: [], [WORKER]: [], [MIRA]: ['vote', 'reopen', 'edit', 'cancel', 'fork'], [VIEWER]: [] },
  completed: { [ENGINEER]: [], [QA]: [], [WORKER]: [], [MIRA]: ['reopen', 'fork'], [VIEWER]: [] },
  cancelled: { [ENGINEER]: [], [QA]: [], [WORKER]: [], [MIRA]: ['reopen', 'fork'], [VIEWER]: [] },
};
const CASES = Object.entries(EXPECTED).flatMap(([status, row]) =>
  Object.entries(row).map(([principal, expected]) => [status as Status, principal, expected] as const),
);

describe('next', () => {
  it.each(CASES)('while %s, to %s: %j', (status, principal, expected) => {
    expect(names(inStatus(status).head, principal)).toEqual(expected);
  });

  it('offers everything ready to send', () => {
    const { head } = inStatus('in_progress');
    expect(action(head, ENGINEER, 'hand_off')).toEqual({
      do: 'hand_off',
      post: '/v1/tasks/T1/handoffs',
      body: { phase: 'implementing', expected_version: 2, claim_epoch: 1, state_delta: {} },
    });
    expect(action(head, ENGINEER, 'continue')).toMatchObject({ fill: ['state_delta.packet.next_agent_should_first'] });
    expect(action(head, ENGINEER, 'release')).toMatchObject({ post: '/v1/tasks/T1/release', body: { claim_epoch: 1 }, fill: ['reason'] });
    expect(action(head, MIRA, 'edit')).toMatchObject({ patch: '/v1/tasks/T1' });
    expect(action(head, MIRA, 'reassign')).toMatchObject({ fill: ['target_agent', 'reason'] });
  });

  it('says who the caller is to the task', () => {
    const { head } = inStatus('in_progress');
    expect(next(head, ENGINEER)).toMatchObject({ you: 'agent:dev-engineer has claimed T1 (planning, version 2).', lease_s: 1_800 });
    expect(next(head, MIRA)).not.toHaveProperty('lease_s');
    const held = inStatus('pending').claim(WORKER);
    expect(next(held, WORKER)).toMatchObject({ lease_s: 60 });
  });

  it('says what stands in the way of handing off', () => {
    const walk = new Walk().to('testing');
    walk.update(QA, {
      issues_raised: [{ issue: 'login fails on Safari', severity: 'blocker' }],
      checks: [{ name: 'unit', passed: false }],
    });
    expect(action(walk.head, QA, 'hand_off')?.blocked_by).toEqual([
      { code: 'open_blocker', detail: 'I4 login fails on Safari' },
      { code: 'failing_check', detail: 'unit' },
    ]);
    expect(action(walk.head, QA, 'send_back')).toEqual({
      do: 'send_back',
      post: '/v1/tasks/T1/handoffs',
      body: { phase: 'implementing', expected_version: 4 },
      fill: ['state_delta.feedback'],
    });
    walk.hand(QA, 'implementing', { feedback: 'No' });
    expect(action(walk.head, ENGINEER, 'hand_off')?.blocked_by).toEqual([
      { code: 'unchanged_work', detail: 'every file is as it was when this was sent back' },
    ]);
    walk.update(ENGINEER, { artifacts: [file('src/login.ts', 'mended')] });
    expect(action(walk.head, ENGINEER, 'hand_off')).not.toHaveProperty('blocked_by');
  });

  it('offers a vote with the digest where it is known, and never on own work', () => {
    const { head } = inStatus('awaiting_human');
    expect(action(head, MIRA, 'vote')).toMatchObject({ post: '/v1/gates/T1.G2/votes', fill: ['digest', 'reason'] });
    expect(action(head, MIRA, 'vote', { gateDigest: 'd' })).toMatchObject({ body: { decision: 'approve', digest: 'd' }, fill: ['reason'] });
    const walk = inStatus('pending');
    const delta = { packet: { next_agent_should_first: 'x' }, issues_raised: [{ issue: 'x', severity: 'low', requires_human: true }] };
    walk.hand(MIRA, 'planning', delta);
    expect(names(walk.head, MIRA)).toEqual(['edit', 'cancel', 'fork']);
    expect(names(walk.head, 'human:jo')).toContain('vote');
  });

  it('offers checks that the service can run', () => {
    const { head } = inStatus('in_progress');
    const checks = (principal: string) => next(head, principal, {}, ['unit']).actions.find((one) => one.do === 'check');
    expect(checks(ENGINEER)).toEqual({ do: 'check', post: '/v1/tasks/T1/checks', body: { names: ['unit'], claim_epoch: 1 } });
    expect(checks(QA)).toBeUndefined();
  });

  it('offers what the phase still needs first, by its names alone, until the service has seen it pass', () => {
    const strict = Rules.parse({ phase_exit: { planning: { required_checks: ['unit', 'lint'] } } });
    const offered = (state: TaskState, items = {}) => {
      const { actions } = legalActions(state, MIRA, {
        rules: strict,
        items: { claimAlive: null, ...items },
        checks: ['e2e', 'lint', 'unit'],
      });
      const at = actions.findIndex((one) => one.do === 'check');
      return [at < actions.findIndex((one) => one.do === 'hand_off'), actions[at]?.body.names];
    };
    const walk = new Walk(strict);
    walk.create();
    expect(offered(walk.head)).toEqual([true, ['unit', 'lint']]);
    const seen = { command: ['x'], exit_code: 0, duration_ms: 1, output_hash: 'a'.repeat(64), tree_hash: 'b'.repeat(64), stable: true };
    walk.do(MIRA, 'evidence', { results: ['unit', 'lint'].map((name) => ({ name, passed: true, ...seen })) });
    expect(offered(walk.head)).toEqual([false, ['e2e', 'lint', 'unit']]);
    expect(offered(walk.head, { evidence: new Map([['lint', 'stale']]) })).toEqual([true, ['lint']]);
    walk.update(MIRA, { checks: [{ name: 'unit', passed: false }] });
    expect(offered(walk.head)).toEqual([true, ['unit']]);
  });

  it('offers a take-over past the lease, also to the holder, and says when it would only ask a human', () => {
    const { head } = inStatus('in_progress');
    const expired = { claimAlive: false };
    expect(names(head, WORKER, expired)).toEqual(['claim']);
    for (const principal of [ENGINEER, MIRA]) expect(names(head, principal, expired)).toContain('claim');
    expect(action(head, WORKER, 'claim', expired)).not.toHaveProperty('blocked_by');
    const last = { ...head, attempts: 4 };
    expect(action(last, WORKER, 'claim', expired)?.blocked_by).toMatchObject([{ code: 'gate_open' }]);
  });

  it('tells whom the task waits for when there is nothing to do', () => {
    const waiting = inStatus('awaiting_human').head;
    expect(next(waiting, ENGINEER).waiting_for).toEqual({ who: 'human', gate_id: 'T1.G2', since: waiting.gates[0]?.opened_at });
    expect(next(waiting, MIRA).waiting_for).toBeNull();
    const pending = new Walk().to('testing').head;
    expect(next(pending, ENGINEER).waiting_for).toEqual({ who: QA, since: pending.handoff_timestamp });
    const claimed = inStatus('in_progress').head;
    expect(next(claimed, QA).waiting_for).toEqual({ who: ENGINEER, since: claimed.claim?.claimed_at });
    for (const status of ['completed', 'cancelled'] as const) expect(next(inStatus(status).head, ENGINEER).waiting_for).toBeNull();
  });
});
