import { o200kTokenizer } from '../../libs/handoff/src/summary/o200k-tokenizer.js';
import { summarize } from '../../libs/handoff/src/summary/summarize.js';
import type { Tokenizer } from '../../libs/handoff/src/summary/tokenizer.js';
import { parseSummary } from './support/parse-summary.js';
import { TaskHistory } from './support/task-history.js';

describe('the summary, where there is room', () => {
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    tokenizer = await o200kTokenizer();
  });
  const parsed = ({ state }: TaskHistory, maxTokens = 499) =>
    parseSummary(summarize(state, { maxTokens, tokenizer, stateFile: '.jerry/state/T1.json' }).text);
  const created = (acceptance_criteria: string[]) =>
    new TaskHistory().do('human:owner', 'create', {
      task_title: 'Login survives a restart',
      goal: 'Nobody logs in twice a day.',
      acceptance_criteria,
    });

  it('says what the work is measured by, and nothing is left to look up then', () => {
    const { goal, criteria, handles } = parsed(created(['Works in Safari', 'No new cookie — ever']));
    expect([goal, criteria]).toEqual(['Nobody logs in twice a day.', ['Works in Safari', 'No new cookie – ever']]);
    expect([...handles.keys()]).toEqual(['history@1']);
  });

  it('counts the criteria that have no room', () => {
    const many = Array.from({ length: 20 }, (_, n) => `Criterion ${n}: ${'login in a browser without a cookie '.repeat(8)}`);
    const { criteria, handles } = parsed(created(many));
    const whole = criteria.filter((criterion) => !criterion.includes('…')).length;
    expect(whole).toBeGreaterThan(0);
    expect(handles.get('goal@1')).toBe(`+${20 - whole}`);
  });

  it('says what was tried last, and not what was tried before that', () => {
    const update = (attempted?: string) => ({ state_delta: { packet: { attempted } } });
    const tried = created([])
      .do('agent:dev-engineer', 'update', update('Read the session store'))
      .do('agent:dev-engineer', 'update', update('Restarted it with two browsers open'));
    expect(parsed(tried).attempted).toBe('Restarted it with two browsers open');
    expect(parsed(tried.do('agent:dev-engineer', 'update', update())).attempted).toBeNull();
  });

  it('names first, of issues that are equally bad and in nobody’s way, those about the work', () => {
    const issue = (text: string, severity: string) => ({ issue: text, severity });
    const noted = created([]).do('agent:dev-engineer', 'update', {
      state_delta: {
        issues_raised: [
          issue('Login page flickers', 'low'),
          issue('Robots block the aisle', 'medium'),
          issue('Login twice after a restart in Safari', 'medium'),
          issue('Palette is off', 'high'),
        ],
      },
    });
    expect(parsed(noted).items.map(({ id }) => id)).toEqual(['I2.4', 'I2.3', 'I2.2', 'I2']);
  });
});
