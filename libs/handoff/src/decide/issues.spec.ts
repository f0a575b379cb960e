import { ENGINEER, QA, REVIEWER, Walk } from '../../../../test/support/walk.js';
import { itemsOf } from '../history/items-of.js';

const issue = (text: string, more: object = {}) => ({ issue: text, severity: 'medium', ...more });
const many = (count: number, prefix = 'Issue') => Array.from({ length: count }, (_, k) => issue(`${prefix} ${k}`));

describe('issues', () => {
  it('are recorded with who raised them', () => {
    const walk = new Walk().to('testing');
    walk.update(QA, { issues_raised: [issue('Cookie dropped', { severity: 'blocker', suggested_action: 'Set Secure' }), issue('Slow')] });
    expect(walk.head.blocking_issues).toEqual([
      {
        id: 'I4',
        issue: 'Cookie dropped',
        severity: 'blocker',
        suggested_action: 'Set Secure',
        requires_human: false,
        status: 'open',
        acknowledged: null,
        raised_by: 'dev-qa',
        raised_at: walk.now,
      },
      expect.objectContaining({ id: 'I4.2', issue: 'Slow', suggested_action: null }),
    ]);
  });

  it('that a handoff does not name stay open, through every move', () => {
    const walk = new Walk().to('testing');
    walk.hand(QA, 'reviewing', { issues_raised: [issue('Slow')] });
    walk.hand(REVIEWER, 'implementing', { feedback: 'No', issues_raised: [issue('Typo')] });
    walk.hand(ENGINEER, 'planning', { feedback: 'Plan again' });
    expect(walk.head.blocking_issues.map(({ id }) => id)).toEqual(['I5', 'I4']);
  });

  it('are resolved by name, with how, and stand in the history', () => {
    const walk = new Walk().to('testing');
    walk.update(QA, { issues_raised: many(3) });
    walk.update(QA, { issues_resolved: [{ issue_id: 'I4.2', resolution: 'Set the flag' }] });
    expect(walk.head.blocking_issues.map(({ id }) => id)).toEqual(['I4', 'I4.3']);
    expect(walk.record.settled).toEqual([{ issue_id: 'I4.2', resolution: 'Set the flag' }]);
    expect(walk.head.totals.issues).toEqual({ recorded: 3, in_state: 2 });
    const raised = walk.records.flatMap((record) => itemsOf(record)).filter(({ kind }) => kind === 'issues');
    expect(raised.map(({ id }) => id)).toEqual(['I4', 'I4.2', 'I4.3']);
  });

  it('that are unknown, settled or not issues cannot be resolved', () => {
    const walk = new Walk().to('testing');
    walk.update(QA, { issues_raised: many(1), warnings: ['careful'] });
    const resolve = (...ids: string[]) =>
      walk.code(() => walk.update(QA, { issues_resolved: ids.map((issue_id) => ({ issue_id, resolution: 'x' })) }));
    expect(resolve('I9')).toBe('unknown_item');
    expect(resolve('W4')).toBe('unknown_item');
    expect(resolve('I4', 'I4')).toBe('unknown_item');
    expect(resolve('I4')).toBe('accepted');
    expect(resolve('I4')).toBe('unknown_item');
  });

  it('raised by a command are not resolved by the same one', () => {
    const walk = new Walk().to('testing');
    const delta = { issues_raised: many(1), issues_resolved: [{ issue_id: 'I4', resolution: 'x' }] };
    expect(walk.code(() => walk.update(QA, delta))).toBe('unknown_item');
  });

  it('are at most 50 at once; resolving makes room in the same command', () => {
    const walk = new Walk().to('testing');
    walk.update(QA, { issues_raised: many(50) });
    expect(walk.code(() => walk.update(QA, { issues_raised: many(1, 'More') }))).toBe('too_many_open_issues');
    const swap = { issues_raised: many(1, 'More'), issues_resolved: [{ issue_id: 'I4', resolution: 'x' }] };
    expect(walk.code(() => walk.update(QA, swap))).toBe('accepted');
    expect(walk.head.blocking_issues).toHaveLength(50);
  });

  it('leave nothing of a command behind when one of them is refused', () => {
    const walk = new Walk().to('testing');
    const delta = { issues_raised: many(2), warnings: ['x'], issues_resolved: [{ issue_id: 'I1', resolution: 'x' }] };
    expect(walk.code(() => walk.update(QA, delta))).toBe('unknown_item');
    expect(walk.head).toMatchObject({ version: 3, blocking_issues: [], warnings: [] });
  });
});
