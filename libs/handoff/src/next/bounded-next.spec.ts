import { inStatus } from '../../../../test/support/statuses.js';
import { ENGINEER, MIRA, QA, Walk } from '../../../../test/support/walk.js';
import { Rules } from '../schema/rules.js';
import { STATUSES } from '../schema/status.js';
import type { TaskState } from '../schema/task-state.js';
import { o200kTokenizer } from '../summary/o200k-tokenizer.js';
import { boundedNext } from './bounded-next.js';
import { legalActions } from './legal-actions.js';
import type { Next } from './next.js';

const rules = Rules.parse({});
const offered = (state: TaskState, principal: string): Next =>
  legalActions(state, principal, {
    rules,
    items: { claimAlive: state.claim === null ? null : true },
    checks: Array.from({ length: 10 }, (_, k) => `check-${k}`),
  });
const allNames = (next: Next) => [...next.actions.map((action) => action.do), ...(next.also ?? [])];

const blocked = (): Walk => {
  const walk = new Walk(rules, 'Qx7-Zk_92vB'.repeat(6).slice(0, 64)).to('testing');
  walk.update(QA, {
    issues_raised: Array.from({ length: 50 }, (_, k) => ({ issue: `${k} 会議の議事録 Qx7Zk92vB `.repeat(20), severity: 'blocker' })),
    checks: Array.from({ length: 50 }, (_, k) => ({ name: `${'会'.repeat(90)}${k}`, passed: false })),
  });
  return walk;
};

describe('bounded next', () => {
  it('is the same when it fits', async () => {
    const { countTokens } = await o200kTokenizer();
    const next = offered(inStatus('pending').head, ENGINEER);
    expect(boundedNext(next, 10_000, countTokens)).toEqual(next);
  });

  it('names every reason when there is room for all', async () => {
    const { countTokens } = await o200kTokenizer();
    const walk = new Walk(rules).to('testing');
    walk.update(QA, { issues_raised: Array.from({ length: 6 }, (_, k) => ({ issue: `No ${k}`, severity: 'blocker' })) });
    const next = offered(walk.head, QA);
    expect(next.actions.find((action) => action.do === 'hand_off')?.blocked_by).toHaveLength(6);
    expect(boundedNext(next, 1_000, countTokens)).toEqual(next);
  });

  it.each([300, 1_000])('keeps to %i tokens whatever stands in the way, and names everything', async (budget) => {
    const { countTokens } = await o200kTokenizer();
    const states = [blocked().head, ...STATUSES.map((status) => inStatus(status).head)];
    for (const state of states)
      for (const principal of [ENGINEER, QA, MIRA, 'worker:w1', `human:${'Zq9.x_'.repeat(11).slice(0, 64)}`]) {
        const next = offered(state, principal);
        const short = boundedNext(next, budget, countTokens);
        expect(countTokens(JSON.stringify(short))).toBeLessThanOrEqual(budget);
        expect(new Set(allNames(short))).toEqual(new Set(allNames(next)));
      }
  });

  it('keeps the likeliest action in full, and says how many reasons it left out', async () => {
    const { countTokens } = await o200kTokenizer();
    const short = boundedNext(offered(blocked().head, QA), 300, countTokens);
    const [first] = short.actions;
    expect(first?.do).toBe('claim');
    const reasons = boundedNext(offered(blocked().head, QA), 1_000, countTokens).actions.find(
      (action) => action.do === 'hand_off',
    )?.blocked_by;
    expect(reasons).toHaveLength(3);
    expect(reasons?.at(-1)?.detail).toMatch(/\(and 97 more\)$/);
  });

  it('cuts no action into pieces', async () => {
    const { countTokens } = await o200kTokenizer();
    const next = offered(inStatus('pending').head, MIRA);
    for (const action of boundedNext(next, 300, countTokens).actions)
      expect(next.actions.find((one) => one.do === action.do)?.body).toEqual(action.body);
  });
});
