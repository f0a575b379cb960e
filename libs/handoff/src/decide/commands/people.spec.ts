import { inStatus } from '../../../../../test/support/statuses.js';
import { ENGINEER, file, MIRA, QA, REVIEWER, Walk } from '../../../../../test/support/walk.js';
import type { KnownItems } from '../context.js';

describe('create', () => {
  it('starts in planning with the agent of that phase', () => {
    const walk = new Walk();
    const state = walk.create({ goal: 'Stay signed in', acceptance_criteria: ['Works in Safari'], labels: ['login'] });
    expect(state).toMatchObject({
      schema_version: 1,
      task_id: 'T1',
      goal: 'Stay signed in',
      acceptance_criteria: ['Works in Safari'],
      labels: ['login'],
      created_by: MIRA,
      created_at: walk.now,
      updated_by: MIRA,
      version: 1,
      status: 'pending',
      phase: 'planning',
      previous_phase: null,
      furthest_phase: 'planning',
      target_agent: 'dev-engineer',
      source_agent: null,
      handoff_timestamp: null,
      assigned_version: 1,
      delivered_version: null,
      claim: null,
      attempts: 0,
      forked_from: null,
    });
    expect(Object.values(state.totals).every(({ recorded, in_state }) => recorded === 0 && in_state === 0)).toBe(true);
  });

  it('takes another first phase and agent', () => {
    expect(new Walk().create({ phase: 'implementing' })).toMatchObject({ phase: 'implementing', furthest_phase: 'implementing' });
    expect(new Walk().create({ target_agent: 'dev-qa' }, ENGINEER)).toMatchObject({ target_agent: 'dev-qa', created_by: ENGINEER });
  });
});

describe('edit', () => {
  it('changes what it names and nothing else', () => {
    const walk = inStatus('in_progress');
    const before = walk.head;
    const state = walk.do(MIRA, 'edit', { labels: ['urgent'], task_title: 'Login survives everything' });
    expect(state).toEqual({
      ...before,
      labels: ['urgent'],
      task_title: 'Login survives everything',
      version: before.version + 1,
      updated_by: MIRA,
      updated_at: walk.now,
    });
  });

  it('marks the task clipped exactly while a text of it is', () => {
    const walk = new Walk();
    walk.create({ goal: 'g'.repeat(2_001), acceptance_criteria: ['c'.repeat(401), 'short'] });
    expect(walk.head.clipped).toBe(true);
    walk.do(MIRA, 'edit', { goal: 'short' });
    expect(walk.head.clipped).toBe(true);
    walk.do(MIRA, 'edit', { acceptance_criteria: ['short'] });
    expect(walk.head).not.toHaveProperty('clipped');
    walk.do(MIRA, 'edit', { goal: 'g'.repeat(4_000) });
    expect(walk.head.clipped).toBe(true);
    expect(walk.record.whole).toEqual({ task: { goal: 'g'.repeat(4_000) } });
  });
});

describe('reassign', () => {
  it('gives the task to another agent in the same phase, unclaimed, the reason as feedback', () => {
    const walk = inStatus('in_progress');
    const state = walk.do(MIRA, 'reassign', { target_agent: 'dev-qa', reason: 'Fresh eyes' });
    expect(state).toMatchObject({
      status: 'pending',
      phase: 'planning',
      target_agent: 'dev-qa',
      claim: null,
      last_epoch: 1,
      assigned_version: state.version,
      delivered_version: null,
    });
    expect(state.retry_feedback[0]).toMatchObject({ cause: 'reassigned', feedback: 'Fresh eyes', by: MIRA });
    expect(walk.code(() => walk.do(MIRA, 'reassign', { target_agent: 'nobody', reason: 'x' }))).toBe('unknown_agent');
  });
});

describe('cancel', () => {
  it.each(['pending', 'in_progress', 'awaiting_human', 'abandoned'] as const)('stops a task that is %s', (status) => {
    const walk = inStatus(status);
    const state = walk.do(MIRA, 'cancel', { reason: 'Not needed' });
    expect(state).toMatchObject({ status: 'cancelled', claim: null, pending_handoff: null, not_before: null });
    expect(state.gates.every((gate) => gate.status === 'voided')).toBe(true);
    expect(state.retry_feedback[0]).toMatchObject({ cause: 'cancelled', feedback: 'Not needed' });
    expect(state.phase).not.toBe('completed');
  });
});

describe('reopen', () => {
  it('of a completed task goes on in the phase before, with its agent', () => {
    const walk = inStatus('completed');
    const state = walk.do(MIRA, 'reopen', { reason: 'It came back' });
    expect(state).toMatchObject({ status: 'pending', phase: 'reviewing', previous_phase: 'completed', target_agent: 'dev-reviewer' });
    expect(state).toMatchObject({ furthest_phase: 'completed', attempts: 0, delivered_version: null, assigned_version: state.version });
    expect(state.retry_feedback[0]).toMatchObject({ cause: 'reopened', feedback: 'It came back', from_phase: 'completed' });
  });

  it('of any other closed task goes on where it stands', () => {
    const walk = new Walk().to('testing');
    walk.do(MIRA, 'cancel', { reason: 'no' });
    expect(walk.do(MIRA, 'reopen', { reason: 'yes' })).toMatchObject({ phase: 'testing', target_agent: 'dev-qa' });
  });

  it('takes another phase and agent', () => {
    const walk = inStatus('completed');
    const state = walk.do(MIRA, 'reopen', { reason: 'yes', phase: 'implementing', target_agent: 'dev-qa' });
    expect(state).toMatchObject({ phase: 'implementing', target_agent: 'dev-qa' });
    const other = inStatus('cancelled');
    expect(other.do(MIRA, 'reopen', { reason: 'yes', phase: 'testing' })).toMatchObject({ phase: 'testing', target_agent: 'dev-qa' });
    expect(other.head.furthest_phase).toBe('testing');
  });

  it('of an abandoned task voids its gate', () => {
    const walk = inStatus('abandoned');
    const state = walk.do(MIRA, 'reopen', { reason: 'Try again' });
    expect(state).toMatchObject({ status: 'pending', attempts: 0, failures_in_row: 0, gates: [{ kind: 'attempts', status: 'voided' }] });
  });
});

describe('fork', () => {
  const forkAt = (walk: Walk, items: KnownItems, body: object = {}) =>
    walk.do(MIRA, 'fork', { version: items.source?.version ?? 1, task_id: 'T2', ...body }, items);

  it('is the next version of a new task with the history of the old one', () => {
    const walk = new Walk().to('testing');
    walk.update(QA, { decisions: [{ decision: 'Keep' }], issues_raised: [{ issue: 'Slow', severity: 'low' }] });
    const source = walk.head;
    walk.hand(QA, 'reviewing');
    const state = forkAt(walk, { source });
    expect(state).toMatchObject({
      task_id: 'T2',
      version: source.version + 1,
      status: 'pending',
      phase: 'testing',
      target_agent: 'dev-qa',
      created_by: MIRA,
      created_at: walk.now,
      forked_from: { task_id: 'T1', version: source.version },
      decisions_made: source.decisions_made,
      blocking_issues: source.blocking_issues,
      artifacts: source.artifacts,
      delivered_version: null,
    });
    expect(walk.record.kind).toBe('fork');
  });

  it('leaves claim, gates, waiting handoff and attempts behind', () => {
    const waiting = inStatus('awaiting_human');
    const forked = { claim: null, gates: [], pending_handoff: null, attempts: 0, not_before: null, status: 'pending' };
    expect(forkAt(waiting, { source: waiting.head })).toMatchObject(forked);
    const abandoned = inStatus('abandoned');
    expect(forkAt(abandoned, { source: abandoned.head })).toMatchObject({ ...forked, target_agent: 'dev-engineer' });
    const claimed = inStatus('in_progress');
    expect(forkAt(claimed, { source: claimed.head })).toMatchObject({ ...forked, last_epoch: 1 });
  });

  it('of a completed version goes on in the phase before it', () => {
    const walk = inStatus('completed');
    expect(forkAt(walk, { source: walk.head })).toMatchObject({ phase: 'reviewing', status: 'pending', target_agent: 'dev-reviewer' });
  });

  it('of a version that is not there is refused', () => {
    const walk = inStatus('pending');
    expect(walk.code(() => walk.do(MIRA, 'fork', { version: 9, task_id: 'T2' }))).toBe('version_not_found');
  });
});

describe('a completed task', () => {
  it('leaves completed only by reopen', () => {
    const walk = inStatus('completed');
    for (const phase of ['planning', 'implementing', 'testing', 'reviewing', 'completed'])
      expect(walk.code(() => walk.hand(MIRA, phase, { feedback: 'x', artifacts: [file('a')] }))).toBe('task_closed');
    expect(walk.code(() => walk.claim(REVIEWER))).toBe('task_closed');
  });
});
