import { ENGINEER, file, GATE_DIGEST, MIRA, QA, REVIEWER, sha256, Walk } from '../../../../test/support/walk.js';
import { Rules } from '../schema/rules.js';

const JO = 'human:jo';
const question = (issue = 'May the cookie live 30 days?') => ({ issue, severity: 'high', requires_human: true });
const nextStep = { packet: { next_agent_should_first: 'Read the answer.' } };
const APPROVAL = Rules.parse({ phase_exit: { testing: { human_approval: true }, reviewing: { human_approval: true } } });

const asked = (): Walk => {
  const walk = new Walk().to('testing');
  walk.hand(QA, 'reviewing', { issues_raised: [question()], warnings: ['slow'] });
  return walk;
};

describe('a handoff that a human is asked about', () => {
  it('is accepted and kept: the delta counts, the move waits', () => {
    const walk = asked();
    const { version } = walk.head;
    expect(walk.head).toMatchObject({
      status: 'awaiting_human',
      phase: 'testing',
      target_agent: 'dev-qa',
      source_agent: 'dev-engineer',
      claim: null,
      pending_handoff: {
        gate_id: `T1.G${version}`,
        version,
        source_agent: 'dev-qa',
        posted_by: null,
        phase: 'reviewing',
        target_agent: 'dev-reviewer',
      },
    });
    expect(walk.head.warnings).toHaveLength(1);
    expect(walk.head.gates).toEqual([
      {
        id: `T1.G${version}`,
        kind: 'issue',
        status: 'open',
        required: 1,
        issue_ids: [`I${version}`],
        votes: [],
        opened_by: QA,
        opened_at: walk.now,
        resolved_at: null,
      },
    ]);
  });

  it.each(['claim', 'hand', 'update'] as const)('refuses %s meanwhile', (call) => {
    const walk = asked();
    const steps = {
      claim: () => walk.claim(QA),
      hand: () => walk.hand(QA, 'testing', nextStep),
      update: () => walk.update(QA, { warnings: ['x'] }),
    };
    expect(walk.code(steps[call])).toBe('gate_open');
  });

  it('ends the claim', () => {
    const walk = new Walk().to('testing');
    walk.claim(QA);
    walk.hand(QA, 'reviewing', { issues_raised: [question()] }, { claim_epoch: 1 });
    expect(walk.head).toMatchObject({ status: 'awaiting_human', claim: null, last_epoch: 1 });
  });

  it('asks on every kind of move, and never for an update', () => {
    const walk = new Walk().to('testing');
    expect(walk.update(QA, { issues_raised: [question()] })).toMatchObject({ status: 'pending', gates: [] });
    expect(walk.hand(QA, 'implementing', { feedback: 'Wait' })).toMatchObject({ status: 'awaiting_human', phase: 'testing' });
  });

  it('asks for approval where the phase says so, forward only, with one gate for everything', () => {
    const walk = new Walk(APPROVAL).to('testing');
    expect(walk.hand(QA, 'testing', nextStep).status).toBe('pending');
    walk.hand(QA, 'reviewing', { issues_raised: [question()] });
    expect(walk.head.gates).toHaveLength(1);
    expect(walk.gate).toMatchObject({ kind: 'approval', issue_ids: [`I${walk.head.version}`] });
    const back = new Walk(APPROVAL).to('testing');
    expect(back.hand(QA, 'implementing', { feedback: 'Broken' }).status).toBe('pending');
  });

  it('is refused by a failing exit rule before anybody is asked', () => {
    const walk = new Walk().to('testing');
    const blocker = { ...question(), severity: 'blocker' };
    expect(walk.code(() => walk.hand(QA, 'reviewing', { issues_raised: [blocker] }))).toBe('phase_exit_failed');
  });
});

describe('approve', () => {
  it('makes the move, acknowledges the issues, and does not ask again', () => {
    const walk = asked();
    const handed = walk.head.version;
    const state = walk.vote(MIRA, 'approve');
    expect(state).toMatchObject({
      status: 'pending',
      phase: 'reviewing',
      target_agent: 'dev-reviewer',
      source_agent: 'dev-qa',
      pending_handoff: null,
      assigned_version: handed + 1,
      delivered_version: handed,
      attempts: 0,
    });
    expect(state.blocking_issues[0]).toMatchObject({
      status: 'open',
      acknowledged: { by: MIRA, at: walk.now, version: state.version },
    });
    expect(state.gates[0]).toMatchObject({ status: 'approved', resolved_at: walk.now });
    expect(state.gates[0]?.votes).toEqual([
      { by: MIRA, decision: 'approve', reason: 'approve, because', digest: GATE_DIGEST, at: walk.now, version: state.version },
    ]);
    expect(walk.hand(REVIEWER, 'completed')).toMatchObject({ status: 'completed', gates: [{ status: 'approved' }] });
  });

  it('completes a task whose last move waited', () => {
    const walk = new Walk(Rules.parse({ phase_exit: { reviewing: { human_approval: true } } })).to('reviewing');
    walk.hand(REVIEWER, 'completed');
    expect(walk.head).toMatchObject({ status: 'awaiting_human', phase: 'reviewing' });
    expect(walk.vote(MIRA, 'approve')).toMatchObject({ status: 'completed', phase: 'completed', target_agent: null });
  });

  it('does not run the exit rule again', () => {
    const walk = new Walk(APPROVAL).to('testing');
    walk.hand(QA, 'reviewing');
    const failed = {
      name: 'unit',
      passed: false,
      command: ['x'],
      exit_code: 1,
      duration_ms: 1,
      output_hash: sha256('o'),
      tree_hash: sha256('t'),
      stable: true,
    };
    walk.do(MIRA, 'evidence', { results: [failed] });
    expect(walk.vote(MIRA, 'approve').phase).toBe('reviewing');
  });

  it('counts a move back as an attempt only when it is made', () => {
    const walk = new Walk().to('testing');
    walk.hand(QA, 'implementing', { issues_raised: [question()], feedback: 'Broken' });
    expect(walk.head.attempts).toBe(0);
    expect(walk.vote(MIRA, 'approve')).toMatchObject({ attempts: 1, phase: 'implementing', target_agent: 'dev-engineer' });
  });

  it('asks again for a new question, not for an answered one', () => {
    const walk = asked();
    walk.vote(MIRA, 'approve');
    walk.hand(REVIEWER, 'reviewing', { issues_raised: [question('And in Safari?')], ...nextStep });
    expect(walk.gate.issue_ids).toEqual([`I${walk.head.version}`]);
  });
});

describe('reject', () => {
  it('drops the move and gives the task back to whoever handed off, with the reason', () => {
    const walk = asked();
    const state = walk.vote(MIRA, 'reject');
    expect(state).toMatchObject({
      status: 'pending',
      phase: 'testing',
      target_agent: 'dev-qa',
      pending_handoff: null,
      attempts: 1,
      delivered_version: null,
      assigned_version: state.version,
    });
    expect(state.retry_feedback[0]).toMatchObject({ cause: 'rejected', feedback: 'reject, because', by: MIRA });
    expect(state.gates[0]?.status).toBe('rejected');
    expect(state.blocking_issues[0]?.acknowledged).toBeNull();
  });
});

describe('a vote', () => {
  it.each(['approve', 'reject'] as const)('closes issues of the subject when it says how (%s)', (decision) => {
    const walk = asked();
    const [issue] = walk.gate.issue_ids;
    const state = walk.vote(MIRA, decision, { issue_resolutions: [{ issue_id: issue, resolution: '30 days it is' }] });
    expect(state.blocking_issues).toEqual([]);
    expect(walk.record.settled).toEqual([{ issue_id: issue, resolution: '30 days it is' }]);
  });

  it('closes no issue that it does not decide on', () => {
    const walk = new Walk().to('testing');
    walk.update(QA, { issues_raised: [{ issue: 'Typo', severity: 'low' }] });
    walk.hand(QA, 'testing', { issues_raised: [question()], ...nextStep });
    const resolve = { issue_resolutions: [{ issue_id: 'I4', resolution: 'x' }] };
    expect(walk.code(() => walk.vote(MIRA, 'approve', resolve))).toBe('unknown_item');
  });

  it('is bound to what was shown', () => {
    const walk = asked();
    expect(walk.code(() => walk.vote(MIRA, 'approve', { digest: sha256('what stood there before') }))).toBe('gate_changed');
    expect(walk.head.status).toBe('awaiting_human');
  });

  it('resolves a gate once', () => {
    const walk = asked();
    const { id } = walk.gate;
    walk.vote(MIRA, 'approve');
    const refusal = walk.refusal(() => walk.vote(JO, 'reject', {}, {}, id));
    expect(refusal).toMatchObject({
      code: 'gate_resolved',
      details: { gate_status: 'approved', resolved_by: MIRA, resolved_at: walk.head.gates[0]?.resolved_at },
    });
  });

  it('finds a resolved gate that has moved out of the state, and knows no other', () => {
    const walk = asked();
    const { id } = walk.gate;
    walk.vote(MIRA, 'approve');
    for (let k = 0; walk.head.gates.some((gate) => gate.id === id); k++) {
      walk.hand(REVIEWER, 'reviewing', { issues_raised: [question(`Question ${k}`)], ...nextStep });
      walk.vote(MIRA, 'approve');
    }
    expect(walk.code(() => walk.vote(JO, 'approve', {}, {}, id))).toBe('gate_resolved');
    expect(walk.code(() => walk.vote(JO, 'approve', {}, {}, 'T1.G999'))).toBe('gate_not_found');
  });

  it('is not cast on own work, also not on work posted on behalf, unless that is allowed, and then it is recorded', () => {
    const handIn = (walk: Walk) => walk.to('testing').hand(MIRA, 'reviewing', { issues_raised: [question()] });
    const walk = new Walk();
    handIn(walk);
    expect(walk.code(() => walk.vote(MIRA, 'approve'))).toBe('own_work');
    expect(walk.code(() => walk.vote(MIRA, 'reject'))).toBe('own_work');
    expect(walk.vote(JO, 'approve').gates[0]?.votes[0]).not.toHaveProperty('own_work');
    const lax = new Walk(Rules.parse({ allow_own_work: true }));
    handIn(lax);
    expect(lax.vote(MIRA, 'approve').gates[0]?.votes[0]).toMatchObject({ by: MIRA, own_work: true });
  });
});

describe('a gate whose question no longer stands', () => {
  it('is voided by cancel', () => {
    const walk = asked();
    const state = walk.do(MIRA, 'cancel', { reason: 'not needed' });
    expect(state).toMatchObject({ status: 'cancelled', pending_handoff: null, gates: [{ status: 'voided', resolved_at: walk.now }] });
    expect(walk.code(() => walk.vote(JO, 'approve', {}, {}, state.gates[0]?.id))).toBe('gate_resolved');
  });

  it('leaves nothing behind that could move the task later', () => {
    const walk = asked();
    walk.do(MIRA, 'cancel', { reason: 'not needed' });
    const state = walk.do(MIRA, 'reopen', { reason: 'needed after all' });
    expect(state).toMatchObject({ status: 'pending', phase: 'testing', target_agent: 'dev-qa', pending_handoff: null });
    walk.update(QA, { artifacts: [file('src/more.ts')] });
    expect(walk.hand(QA, 'reviewing').status).toBe('awaiting_human');
  });
});

it('keeps what engineers decide apart: an agent never votes', () => {
  const walk = asked();
  expect(walk.code(() => walk.vote(ENGINEER, 'approve'))).toBe('forbidden');
});
