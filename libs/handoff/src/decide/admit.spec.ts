import { inStatus } from '../../../../test/support/statuses.js';
import { ENGINEER, file, GATE_DIGEST, MIRA, QA, sha256, type Walk } from '../../../../test/support/walk.js';
import type { CALLS } from '../lifecycle/calls.js';
import { ROLES } from '../schema/principal.js';
import { STATUSES, type Status } from '../schema/status.js';
import { admit, mayEver } from './admit.js';

type Step = (walk: Walk, principal: string) => unknown;

const proof = {
  name: 'unit',
  passed: true,
  command: ['npm', 'test'],
  exit_code: 0,
  duration_ms: 5,
  output_hash: sha256('o'),
  tree_hash: sha256('t'),
  stable: true,
};
const epoch = (walk: Walk) => (walk.head.claim === null ? {} : { claim_epoch: walk.head.last_epoch });

/** Every call in a form that nothing but the status, the claim or the caller can refuse. */
const STEPS = {
  claim: (walk, by) => walk.claim(by),
  handoff: (walk, by) => walk.hand(by, walk.head.phase, { packet: { next_agent_should_first: 'Go on.' } }, epoch(walk)),
  update: (walk, by) => walk.update(by, { warnings: ['slow'] }, epoch(walk)),
  evidence: (walk, by) => walk.do(by, 'evidence', { results: [proof], ...epoch(walk) }),
  heartbeat: (walk, by) => admit(walk.head, { call: 'heartbeat', principal: by, claimEpoch: walk.head.last_epoch }, true),
  release: (walk, by) => walk.do(by, 'release', { claim_epoch: Math.max(1, walk.head.last_epoch), reason: 'stop' }),
  edit: (walk, by) => walk.do(by, 'edit', { goal: 'Another goal' }),
  reassign: (walk, by) => walk.do(by, 'reassign', { target_agent: 'dev-qa', reason: 'better' }),
  cancel: (walk, by) => walk.do(by, 'cancel', { reason: 'not needed' }),
  reopen: (walk, by) => walk.do(by, 'reopen', { reason: 'it came back' }),
  vote: (walk, by) =>
    walk.do(by, 'vote', { decision: 'approve', reason: 'fine', digest: GATE_DIGEST }, {}, walk.head.gates[0]?.id ?? 'T1.G1'),
  fork: (walk, by) => walk.do(by, 'fork', { version: 1, task_id: 'T2' }, { source: walk.head }),
} satisfies Record<keyof typeof CALLS, Step>;

// Word for word from the contract's table of calls; the columns in the order of STATUSES below.
const EXPECTED: Record<keyof typeof CALLS, [string, string, string, string, string]> = {
  claim: ['accepted', 'claimed_by_other', 'gate_open', 'gate_open', 'task_closed'],
  handoff: ['accepted', 'accepted', 'gate_open', 'gate_open', 'task_closed'],
  update: ['accepted', 'accepted', 'gate_open', 'gate_open', 'task_closed'],
  evidence: ['accepted', 'accepted', 'gate_open', 'gate_open', 'task_closed'],
  heartbeat: ['stale_claim', 'accepted', 'stale_claim', 'stale_claim', 'stale_claim'],
  release: ['stale_claim', 'accepted', 'stale_claim', 'stale_claim', 'stale_claim'],
  edit: ['accepted', 'accepted', 'accepted', 'accepted', 'task_closed'],
  reassign: ['accepted', 'accepted', 'gate_open', 'gate_open', 'task_closed'],
  cancel: ['accepted', 'accepted', 'accepted', 'accepted', 'task_closed'],
  reopen: ['not_closed', 'not_closed', 'not_closed', 'accepted', 'accepted'],
  vote: ['gate_not_found', 'gate_not_found', 'accepted', 'accepted', 'gate_not_found'],
  fork: ['accepted', 'accepted', 'accepted', 'accepted', 'accepted'],
};
const COLUMN: Record<Status, number> = { pending: 0, in_progress: 1, awaiting_human: 2, abandoned: 3, completed: 4, cancelled: 4 };
const PEOPLES_CALLS = ['edit', 'reassign', 'cancel', 'reopen', 'vote', 'fork'];

const cells = Object.keys(EXPECTED).flatMap((call) => STATUSES.map((status) => [call as keyof typeof CALLS, status] as const));

describe('what a status says to a call', () => {
  it.each(cells)('%s while %s', (call, status) => {
    const walk = inStatus(status);
    const principal = PEOPLES_CALLS.includes(call) ? MIRA : ENGINEER;
    expect(walk.code(() => STEPS[call](walk, principal))).toBe(EXPECTED[call][COLUMN[status]]);
  });

  it('lets people, and only people, have checks run while a human is asked', () => {
    for (const principal of [MIRA, 'admin:root']) {
      const walk = inStatus('awaiting_human');
      expect(walk.code(() => STEPS.evidence(walk, principal))).toBe('accepted');
    }
  });

  it.each(['completed', 'cancelled'] as const)('answers a vote on a gate of a %s task with who resolved it, and when', (status) => {
    const walk = inStatus('awaiting_human');
    const gate = walk.gate.id;
    walk.vote('human:jo', 'approve');
    if (status === 'cancelled') walk.do(MIRA, 'cancel', { reason: 'no' });
    else {
      walk.hand(ENGINEER, 'implementing');
      walk.hand(ENGINEER, 'testing', { artifacts: [file('a')] });
      walk.hand(QA, 'reviewing');
      walk.hand('agent:dev-reviewer', 'completed');
    }
    const refusal = walk.refusal(() => walk.vote(MIRA, 'approve', {}, {}, gate));
    expect(refusal).toMatchObject({ code: 'gate_resolved', details: { gate_status: 'approved', resolved_by: 'human:jo' } });
  });

  it('ends the claim of a task that is reassigned or cancelled', () => {
    for (const call of ['reassign', 'cancel'] as const) {
      const walk = inStatus('in_progress');
      STEPS[call](walk, MIRA);
      expect(walk.head.claim).toBeNull();
      expect(walk.code(() => walk.release(ENGINEER))).toBe('stale_claim');
    }
  });
});

// From the contract's column "who", and its words on roles.
const CALLERS_EXPECTED: Record<string, readonly string[]> = {
  create: ['admin', 'human', 'agent'],
  claim: ['admin', 'human', 'agent', 'worker'],
  handoff: ['admin', 'human', 'agent', 'worker'],
  update: ['admin', 'human', 'agent', 'worker'],
  evidence: ['admin', 'human', 'agent', 'worker'],
  heartbeat: ['admin', 'human', 'agent', 'worker'],
  release: ['admin', 'human', 'agent', 'worker'],
  edit: ['admin', 'human'],
  reassign: ['admin', 'human'],
  cancel: ['admin', 'human'],
  reopen: ['admin', 'human'],
  vote: ['admin', 'human'],
  fork: ['admin', 'human'],
};
const principalOf = (role: string) => (role === 'agent' ? ENGINEER : `${role}:sam`);

describe('who may ever make a call', () => {
  it.each(Object.entries(CALLERS_EXPECTED))('%s', (call, allowed) => {
    expect(ROLES.filter((role) => mayEver(call as keyof typeof CALLS, principalOf(role)))).toEqual(
      ROLES.filter((r) => allowed.includes(r)),
    );
  });

  it.each(Object.keys(STEPS) as (keyof typeof STEPS)[])('%s is refused to everybody else, in every status', (call) => {
    for (const status of STATUSES)
      for (const role of ROLES.filter((one) => !CALLERS_EXPECTED[call]?.includes(one))) {
        const walk = inStatus(status);
        expect(walk.code(() => STEPS[call](walk, principalOf(role)))).toBe('forbidden');
      }
  });
});
