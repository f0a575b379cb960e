import { ENGINEER, QA, Walk } from '../../../../test/support/walk.js';
import { itemsOf } from '../history/items-of.js';

const decide = (walk: Walk, decision: string, supersedes: string[] = []) =>
  walk.update(ENGINEER, { decisions: [{ decision, ...(supersedes.length > 0 ? { supersedes } : {}) }] });
const started = (): Walk => new Walk().to('implementing');

describe('decisions', () => {
  it('are recorded with reason, alternatives, agent and time, the newest first', () => {
    const walk = started();
    const posted = { decision: 'Signed cookie', rationale: 'No store to lose.', alternatives: ['Redis session'] };
    walk.update(ENGINEER, { decisions: [posted, { decision: 'Keep it short' }] });
    expect(walk.head.decisions_made).toEqual([
      { id: 'D3', ...posted, supersedes: [], superseded_by: null, agent: 'dev-engineer', timestamp: walk.now },
      {
        id: 'D3.2',
        decision: 'Keep it short',
        rationale: null,
        alternatives: [],
        supersedes: [],
        superseded_by: null,
        agent: 'dev-engineer',
        timestamp: walk.now,
      },
    ]);
    decide(walk, 'Later');
    expect(walk.head.decisions_made.map(({ id }) => id)).toEqual(['D4', 'D3', 'D3.2']);
  });

  it('supersede others, which are then no longer in force but still known', () => {
    const walk = started();
    decide(walk, 'Session in Redis');
    decide(walk, 'Signed cookie', ['D3']);
    expect(walk.head.decisions_made.map(({ id, supersedes, superseded_by }) => [id, supersedes, superseded_by])).toEqual([
      ['D4', ['D3'], null],
      ['D3', [], 'D4'],
    ]);
  });

  it('cannot supersede what is unknown, superseded already, of another kind, or made by the same command', () => {
    const walk = started();
    decide(walk, 'One');
    walk.update(ENGINEER, { warnings: ['x'] });
    decide(walk, 'Two', ['D3']);
    expect(walk.code(() => decide(walk, 'Three', ['D3']))).toBe('unknown_item');
    expect(walk.code(() => decide(walk, 'Three', ['D99']))).toBe('unknown_item');
    expect(walk.code(() => decide(walk, 'Three', ['W4']))).toBe('unknown_item');
    expect(walk.code(() => decide(walk, 'Three', ['D6']))).toBe('unknown_item');
    expect(walk.code(() => decide(walk, 'Three', ['D5', 'D5']))).toBe('unknown_item');
    const twice = {
      decisions: [
        { decision: 'a', supersedes: ['D5'] },
        { decision: 'b', supersedes: ['D5'] },
      ],
    };
    expect(walk.code(() => walk.update(ENGINEER, twice))).toBe('unknown_item');
    expect(walk.refusal(() => decide(walk, 'x', ['D99']))?.details).toEqual({ item: 'D99' });
  });

  it('may supersede one that has moved out of the state, once', () => {
    const walk = started();
    decide(walk, 'The first of many');
    while (walk.head.decisions_made.some(({ id }) => id === 'D3')) decide(walk, `Decision of ${walk.head.version} `.repeat(20));
    expect(walk.code(() => decide(walk, 'Not that', ['D3']))).toBe('accepted');
    expect(walk.code(() => decide(walk, 'Nor that', ['D3']))).toBe('unknown_item');
  });

  it('leave the state superseded ones first, then the oldest, and stay whole in the records', () => {
    const walk = started();
    for (let k = 0; k < 120; k++) {
      const old = walk.head.decisions_made.find(({ superseded_by }) => superseded_by === null);
      walk.update(ENGINEER, {
        decisions: [{ decision: `Decision ${k} `.repeat(40), ...(k % 5 === 4 && old !== undefined ? { supersedes: [old.id] } : {}) }],
      });
      const superseded = walk.head.decisions_made.filter(({ superseded_by }) => superseded_by !== null);
      const moved = walk.head.totals.decisions.recorded - walk.head.totals.decisions.in_state;
      if (moved > 30) expect(superseded.length).toBeLessThanOrEqual(1);
    }
    expect(walk.head.totals.decisions.recorded).toBe(120);
    const recorded = walk.records.flatMap((record) => itemsOf(record)).filter(({ kind }) => kind === 'decisions');
    expect(recorded.map(({ value }) => value.decision)).toEqual(Array.from({ length: 120 }, (_, k) => `Decision ${k} `.repeat(40)));
  });
});

describe('warnings', () => {
  it('are recorded with who gave them, the newest first', () => {
    const walk = new Walk().to('testing');
    walk.hand(QA, 'reviewing', { warnings: ['Old sessions end once.', 'Slow start.'] });
    expect(walk.head.warnings).toEqual([
      { id: 'W4', warning: 'Old sessions end once.', agent: 'dev-qa', timestamp: walk.now },
      { id: 'W4.2', warning: 'Slow start.', agent: 'dev-qa', timestamp: walk.now },
    ]);
  });
});
