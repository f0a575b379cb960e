import { inStatus } from '../../../../test/support/statuses.js';
import { ENGINEER, MIRA, Walk } from '../../../../test/support/walk.js';

const WORKER = 'worker:w1';
const nextStep = { packet: { next_agent_should_first: 'Go on.' } };
const question = { issue: 'Really?', severity: 'low', requires_human: true };

describe('work on an agent’s behalf', () => {
  it.each([MIRA, 'admin:root'])('by %s is the agent’s, and says who posted it', (by) => {
    const walk = inStatus('pending');
    walk.update(by, {
      decisions: [{ decision: 'x' }],
      issues_raised: [{ issue: 'x', severity: 'low' }],
      warnings: ['x'],
      checks: [{ name: 'x', passed: true }],
    });
    expect(walk.record).toMatchObject({ kind: 'update', principal: ENGINEER, posted_by: by });
    expect(walk.head).toMatchObject({
      updated_by: by,
      posted_by: null,
      decisions_made: [{ agent: 'dev-engineer' }],
      blocking_issues: [{ raised_by: 'dev-engineer' }],
      warnings: [{ agent: 'dev-engineer' }],
      checks: [{ agent: 'dev-engineer' }],
    });
    walk.hand(by, 'implementing', { packet: { attempted: 'x' }, feedback: 'A note' });
    expect(walk.record).toMatchObject({ kind: 'handoff', principal: ENGINEER, posted_by: by });
    expect(walk.head).toMatchObject({ source_agent: 'dev-engineer', posted_by: by, packets: [{ agent: 'dev-engineer' }] });
    expect(walk.head.retry_feedback[0]).toMatchObject({ by });
  });

  it('is remembered while a human is asked, and when the move is made', () => {
    const walk = inStatus('pending');
    walk.hand(MIRA, 'implementing', { issues_raised: [question] });
    expect(walk.head).toMatchObject({ posted_by: null, pending_handoff: { source_agent: 'dev-engineer', posted_by: MIRA } });
    expect(walk.vote('human:jo', 'approve')).toMatchObject({ source_agent: 'dev-engineer', posted_by: MIRA, updated_by: 'human:jo' });
    expect(walk.record).toMatchObject({ kind: 'vote', principal: 'human:jo' });
    expect(walk.record).not.toHaveProperty('posted_by');
  });

  it('is forgotten by the next handoff of the agent itself', () => {
    const walk = inStatus('pending');
    walk.hand(MIRA, 'planning', nextStep);
    expect(walk.head.posted_by).toBe(MIRA);
    expect(walk.hand(ENGINEER, 'planning', nextStep).posted_by).toBeNull();
    expect(walk.record).not.toHaveProperty('posted_by');
  });

  it('by a worker under its claim is recorded alike: claim, update, release', () => {
    const walk = inStatus('pending');
    walk.claim(WORKER);
    expect(walk.record).toMatchObject({ kind: 'claim', principal: ENGINEER, posted_by: WORKER });
    walk.update(WORKER, { warnings: ['x'] }, { claim_epoch: 1 });
    expect(walk.record).toMatchObject({ kind: 'update', principal: ENGINEER, posted_by: WORKER });
    walk.do(WORKER, 'release', { claim_epoch: 1, reason: 'x' });
    expect(walk.record).toMatchObject({ kind: 'release', principal: ENGINEER, posted_by: WORKER });
  });

  it('is no way for one agent to act as another', () => {
    const walk = new Walk().to('testing');
    for (const step of [
      () => walk.hand(ENGINEER, 'reviewing'),
      () => walk.update(ENGINEER, { warnings: ['x'] }),
      () => walk.claim(ENGINEER),
    ])
      expect(walk.code(step)).toBe('not_assigned');
  });
});
