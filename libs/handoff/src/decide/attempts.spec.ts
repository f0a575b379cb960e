import { inStatus } from '../../../../test/support/statuses.js';
import { ENGINEER, file, MIRA, QA, REVIEWER, Walk } from '../../../../test/support/walk.js';
import { Rules } from '../schema/rules.js';

const EXPIRED = { claimAlive: false };
const question = { issue: 'Really?', severity: 'low', requires_human: true };
const nextStep = { packet: { next_agent_should_first: 'Go on.' } };

const fail = (walk: Walk, failed: object, by = ENGINEER) => {
  walk.claim(by);
  return walk.release(by, { failed });
};
const secondsFromNow = (walk: Walk): number => (Date.parse(walk.head.not_before ?? '') - walk.nowMs) / 1_000;

describe('attempts count', () => {
  it('an outcome of class code', () => {
    expect(fail(inStatus('pending'), { class: 'code' })).toMatchObject({ attempts: 1, status: 'pending' });
  });

  it('a claim taken over after its lease', () => {
    expect(inStatus('in_progress').claim(MIRA, {}, EXPIRED).attempts).toBe(1);
  });

  it('a rejected gate', () => {
    expect(inStatus('awaiting_human').vote(MIRA, 'reject').attempts).toBe(1);
  });

  it('a move back', () => {
    expect(new Walk().to('testing').hand(QA, 'implementing', { feedback: 'No' }).attempts).toBe(1);
  });

  it('no limit, no transient failure, no plain release, no continuation', () => {
    const walk = inStatus('pending');
    fail(walk, { class: 'limit' });
    fail(walk, { class: 'transient' });
    walk.claim(ENGINEER);
    walk.release(ENGINEER);
    walk.hand(ENGINEER, 'planning', nextStep);
    expect(walk.head.attempts).toBe(0);
  });
});

describe('attempts return to 0', () => {
  const failedOnce = (): Walk => {
    const walk = new Walk().to('testing');
    fail(walk, { class: 'code' }, QA);
    expect(walk.head.attempts).toBe(1);
    return walk;
  };

  it('when the task reaches a phase further than ever before', () => {
    expect(failedOnce().hand(QA, 'reviewing')).toMatchObject({ attempts: 0, furthest_phase: 'reviewing' });
  });

  it('not when it reaches a phase where it has been', () => {
    const walk = new Walk().to('reviewing');
    walk.hand(REVIEWER, 'implementing', { feedback: 'No' });
    walk.hand(ENGINEER, 'testing', { artifacts: [file('src/new.ts')] });
    expect(walk.hand(QA, 'reviewing')).toMatchObject({ attempts: 1, furthest_phase: 'reviewing' });
    expect(walk.hand(REVIEWER, 'completed').attempts).toBe(0);
  });

  it('by reassign and by reopen', () => {
    expect(failedOnce().do(MIRA, 'reassign', { target_agent: 'dev-qa', reason: 'again' }).attempts).toBe(0);
    const walk = failedOnce();
    walk.do(MIRA, 'cancel', { reason: 'no' });
    expect(walk.head.attempts).toBe(1);
    expect(walk.do(MIRA, 'reopen', { reason: 'yes' }).attempts).toBe(0);
  });

  it('by an approved attempts gate', () => {
    expect(inStatus('abandoned').vote(MIRA, 'approve').attempts).toBe(0);
  });
});

describe('at the configured number', () => {
  it.each([1, 2, 5])('of %i the task is abandoned where it stands', (attempts) => {
    const walk = inStatus('pending', { attempts });
    for (let k = 1; k < attempts; k++) expect(fail(walk, { class: 'code' }).status).toBe('pending');
    expect(fail(walk, { class: 'code' })).toMatchObject({
      status: 'abandoned',
      attempts,
      phase: 'planning',
      target_agent: 'dev-engineer',
      claim: null,
      not_before: null,
    });
    expect(walk.gate).toMatchObject({ id: `T1.G${walk.head.version}`, kind: 'attempts', issue_ids: [] });
  });

  it('a move back is made first', () => {
    const walk = new Walk(Rules.parse({ attempts: 1 })).to('testing');
    const state = walk.hand(QA, 'implementing', { feedback: 'Broken' });
    expect(state).toMatchObject({ status: 'abandoned', phase: 'implementing', target_agent: 'dev-engineer', pending_handoff: null });
    expect(state.retry_feedback[0]).toMatchObject({ cause: 'sent_back', attempt: 1 });
  });

  it('its gate opens instead of any other', () => {
    const walk = new Walk(Rules.parse({ attempts: 1 })).to('testing');
    walk.hand(QA, 'implementing', { feedback: 'Broken', issues_raised: [question] });
    expect(walk.head.gates.map((gate) => gate.kind)).toEqual(['attempts']);
    expect(walk.head).toMatchObject({ status: 'abandoned', phase: 'implementing' });
  });

  it('also by a rejected gate', () => {
    const walk = inStatus('awaiting_human', { attempts: 1 });
    const state = walk.vote(MIRA, 'reject');
    expect(state).toMatchObject({ status: 'abandoned', pending_handoff: null, phase: 'planning', target_agent: 'dev-engineer' });
    expect(state.gates.map((gate) => [gate.kind, gate.status])).toEqual([
      ['attempts', 'open'],
      ['issue', 'rejected'],
    ]);
  });

  it('also by an approved move back, which is made, when the number was lowered meanwhile', () => {
    const walk = new Walk().to('testing');
    walk.hand(QA, 'implementing', { feedback: 'Broken', issues_raised: [question] });
    const stricter = new Walk(Rules.parse({ attempts: 1 }));
    stricter.state = walk.head;
    expect(stricter.vote(MIRA, 'approve')).toMatchObject({ phase: 'implementing', status: 'abandoned', attempts: 1 });
    expect(stricter.head.gates.map((gate) => [gate.id, gate.kind, gate.status])).toEqual([
      ['T1.G5', 'attempts', 'open'],
      ['T1.G4', 'issue', 'approved'],
    ]);
  });

  it('approving goes on in the same phase with the same agent, the reason as feedback', () => {
    const walk = inStatus('abandoned');
    const { assigned_version } = walk.head;
    const state = walk.vote(MIRA, 'approve');
    expect(state).toMatchObject({
      status: 'pending',
      phase: 'planning',
      target_agent: 'dev-engineer',
      attempts: 0,
      failures_in_row: 0,
      assigned_version,
    });
    expect(state.retry_feedback[0]).toMatchObject({ cause: 'approved', feedback: 'approve, because', by: MIRA });
  });

  it('rejecting cancels', () => {
    const state = inStatus('abandoned').vote(MIRA, 'reject');
    expect(state).toMatchObject({ status: 'cancelled', gates: [{ kind: 'attempts', status: 'rejected' }] });
    expect(state.retry_feedback[0]).toMatchObject({ cause: 'rejected' });
  });

  it('a person may decide about attempts at work that the same person posted', () => {
    const walk = new Walk(Rules.parse({ attempts: 1 })).to('testing');
    walk.hand(MIRA, 'implementing', { feedback: 'Broken' });
    expect(walk.vote(MIRA, 'approve').status).toBe('pending');
  });
});

describe('not_before', () => {
  it('doubles from 5 s to 300 s with every failure in a row, transient or code', () => {
    const walk = inStatus('pending', { attempts: 100 });
    const waits = ['transient', 'code', 'transient', 'code', 'transient', 'transient', 'transient', 'code'].map((failure) => {
      fail(walk, { class: failure });
      return secondsFromNow(walk);
    });
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  });

  it('is what the limit says, else 900 s, and a limit is no failure in a row', () => {
    const walk = inStatus('pending');
    fail(walk, { class: 'transient' });
    fail(walk, { class: 'limit', retry_after_s: 42 });
    expect(secondsFromNow(walk)).toBe(42);
    fail(walk, { class: 'limit' });
    expect(secondsFromNow(walk)).toBe(900);
    fail(walk, { class: 'transient' });
    expect(secondsFromNow(walk)).toBe(10);
  });

  it('begins anew after work that was handed in, also when a human is asked about it', () => {
    const walk = inStatus('pending');
    fail(walk, { class: 'transient' });
    walk.hand(ENGINEER, 'planning', nextStep);
    expect(walk.head).toMatchObject({ failures_in_row: 0, not_before: null });
    fail(walk, { class: 'transient' });
    fail(walk, { class: 'transient' });
    walk.hand(ENGINEER, 'planning', { ...nextStep, issues_raised: [question] });
    expect(walk.vote(MIRA, 'reject')).toMatchObject({ failures_in_row: 0, not_before: null });
    fail(walk, { class: 'transient' });
    expect(secondsFromNow(walk)).toBe(5);
  });

  it('is not set by a plain release', () => {
    const walk = inStatus('in_progress');
    expect(walk.release(ENGINEER).not_before).toBeNull();
  });
});

describe('a failed outcome', () => {
  it('leaves a packet, marked with its class, and says why', () => {
    const walk = inStatus('pending');
    const state = fail(walk, { class: 'code', packet: { attempted: 'Wrote the cookie', observed: [{ finding: 'It is dropped' }] } });
    expect(state.packets[0]).toMatchObject({
      id: `P${state.version}`,
      failed_class: 'code',
      attempted: 'Wrote the cookie',
      observed: [{ id: `F${state.version}`, finding: 'It is dropped' }],
    });
    expect(state.retry_feedback[0]).toMatchObject({ cause: 'failed', feedback: 'stopped here', attempt: 1 });
  });
});
