import { HandoffError } from '../../libs/handoff/src/errors/handoff.error.js';
import { DEFAULT_RULES } from '../../libs/handoff/src/schema/rules.js';
import { o200kTokenizer } from '../../libs/handoff/src/summary/o200k-tokenizer.js';
import { summarize } from '../../libs/handoff/src/summary/summarize.js';
import type { Tokenizer } from '../../libs/handoff/src/summary/tokenizer.js';
import { parseSummary } from './support/parse-summary.js';
import { TaskHistory } from './support/task-history.js';

const HASH = { one: '1'.repeat(64), two: '2'.repeat(64) };
const file = (path: string, content_hash = HASH.one) => ({ path, content_hash });

describe('summarize', () => {
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    tokenizer = await o200kTokenizer();
  });
  const summary = ({ state }: TaskHistory, maxTokens = 499) =>
    summarize(state, { maxTokens, tokenizer, stateFile: '.jerry/state/T1.json' });
  const parsed = (history: TaskHistory, maxTokens = 499) => parseSummary(summary(history, maxTokens).text);

  const created = () => new TaskHistory().do('human:owner', 'create', { task_title: 'Login survives a restart' });
  const inTesting = () =>
    created()
      .do('agent:dev-engineer', 'handoff', { phase: 'implementing' })
      .do('agent:dev-engineer', 'handoff', {
        phase: 'testing',
        state_delta: { artifacts: [file('src/login.ts')], packet: { next_agent_should_first: 'Run Safari first.' } },
      });

  it('says little of a new task, and that nothing is open', () => {
    expect(summary(created()).text).toBe(
      'Task T1: Login survives a restart\nplanning (from new), pending, v1\nFor: dev-engineer\nNext: plan the work\nissues: none\nmore: history@1\nState: .jerry/state/T1.json\n',
    );
  });

  it('takes the next action from the newest packet', () =>
    expect(parsed(inTesting()).next).toEqual({ packet: null, text: 'Run Safari first.' }));

  it('points to the feedback when the task was turned round after the last advice', () => {
    const back = inTesting().do('agent:dev-qa', 'handoff', {
      phase: 'implementing',
      state_delta: { feedback: 'Session lost after restart' },
    });
    expect(parsed(back).next).toEqual({ packet: null, text: 'act on B4' });
    expect(parsed(back).items).toContainEqual({ id: 'B4', label: 'sent back', values: ['Session lost after restart'] });
  });

  it('points to the blocker, then to the failing check, when nobody said what comes next', () => {
    const blocked = created().do('agent:dev-engineer', 'update', {
      state_delta: { issues_raised: [{ issue: 'No database', severity: 'blocker' }] },
    });
    expect(parsed(blocked).next.text).toBe('resolve I2');
    const failing = created().do('agent:dev-engineer', 'update', { state_delta: { checks: [{ name: 'unit', passed: false }] } });
    expect(parsed(failing).next.text).toBe('mend C2');
  });

  it('never says that nothing is open when something is', () => {
    const asked = inTesting().do('agent:dev-qa', 'update', {
      state_delta: {
        issues_raised: [
          { issue: 'May it live 30 days?', severity: 'high', requires_human: true },
          { issue: 'Slow', severity: 'low' },
        ],
      },
    });
    expect(parsed(asked).noOpenIssues).toBe(false);
    expect(parsed(asked).items[0]).toEqual({ id: 'I4', label: 'high, human', values: ['May it live 30 days?'] });
  });

  it('shows what a human answered', () => {
    const answered = inTesting()
      .do('agent:dev-qa', 'handoff', {
        phase: 'reviewing',
        state_delta: { issues_raised: [{ issue: 'May it live 30 days?', severity: 'high', requires_human: true }] },
      })
      .do('human:mira', 'vote', { decision: 'approve', reason: 'Seven days at most.' });
    expect(parsed(answered).items).toContainEqual({ id: 'G4', label: 'approved by human:mira', values: ['Seven days at most.'] });
    expect(parsed(answered).items).toContainEqual({ id: 'I4', label: 'high, human, acknowledged', values: ['May it live 30 days?'] });
  });

  it('shows neither settled issues nor superseded decisions', () => {
    const settled = inTesting()
      .do('agent:dev-qa', 'update', {
        state_delta: { issues_raised: [{ issue: 'Crashes', severity: 'blocker' }], decisions: [{ decision: 'Use Redis' }] },
      })
      .do('agent:dev-qa', 'update', {
        state_delta: {
          issues_resolved: [{ issue_id: 'I4', resolution: 'fixed' }],
          decisions: [{ decision: 'Use a cookie', supersedes: ['D4'] }],
        },
      });
    const { text, omitted } = summary(settled);
    expect(text).not.toMatch(/Crashes|Redis/);
    expect(text).toContain('issues@5 none open, 1 settled');
    expect(text).toContain('decisions@5 +1:\nD5 Use a cookie\n');
    expect(omitted).toContainEqual({ kind: 'decisions', count: 1, handle: 'decisions@5' });
  });

  it('names the files of the newest handoff that recorded any', () => {
    const changed = inTesting().do('agent:dev-qa', 'update', {
      state_delta: { artifacts: [file('test/a.ts', HASH.two), file('test/b.ts', HASH.two)] },
    });
    expect(parsed(changed).changed).toEqual(['test/a.ts', 'test/b.ts', 'src/login.ts']);
  });

  it('names first the file that the next action speaks of', () => {
    const changed = inTesting().do('agent:dev-qa', 'update', {
      state_delta: {
        artifacts: [file('src/cookie.ts', HASH.two), file('src/session-store.ts', HASH.two)],
        packet: { next_agent_should_first: 'Look at session-store again.' },
      },
    });
    expect(parsed(changed).changed).toEqual(['src/session-store.ts', 'src/cookie.ts', 'src/login.ts']);
  });

  it('prints paths so that the very same can be read back', () => {
    const paths = ['docs/a, b.md', 'x/decisions@3.md', 'src/plain (1).ts', 'two  spaces.ts', '"quoted".ts'];
    const changed = created().do('agent:dev-engineer', 'update', { state_delta: { artifacts: paths.map((path) => file(path)) } });
    expect([...parsed(changed).changed].sort()).toEqual([...paths].sort());
    expect(summary(changed).text).not.toContain('decisions@3');
  });

  it('asks what waits for a person even where there is little room', () => {
    const asked = inTesting().do('agent:dev-qa', 'update', {
      state_delta: {
        issues_raised: [
          { issue: 'The session is lost.', severity: 'blocker', suggested_action: 'Sign the cookie and keep the key in the vault.' },
          {
            issue:
              'How long may a session live on a device that the company owns and that somebody takes home for more than thirty days in a row?',
            severity: 'high',
            requires_human: true,
          },
        ],
        decisions: ['Sign cookies', 'Hash sessions', 'Pin the server', 'Log each login'].map((decision) => ({ decision })),
        checks: [{ name: 'restart', passed: false, detail: 'gone after a restart' }],
        packet: {
          next_agent_should_first: `Restart the server while somebody logs in, ${'then once more with the next browser, '.repeat(8)}and compare.`,
          not_done: ['Safari', 'Edge', 'Opera', 'Brave'].map((browser) => ({ item: `${browser} login` })),
          highest_impact_uncertainty: 'Who has no cookies.',
        },
      },
    });
    expect(parsed(asked, 220).items.map(({ id }) => id)).toEqual(expect.arrayContaining(['I4', 'I4.2']));
  });

  it('leaves out the counts of its books before anything that was said', () => {
    const history = inTesting();
    for (let step = 0; step < 20; step += 1)
      history.do('agent:dev-qa', 'update', {
        state_delta: {
          decisions: [{ decision: `The login server keeps session store number ${step}`, rationale: 'A restart loses the others.' }],
        },
      });
    const short = Array.from({ length: 20 }, (_, more) => summary(history, 280 + more));
    expect(short.some(({ text }) => / packets@23 (?!\+)/.test(text))).toBe(true);
    for (const { omitted } of short) expect(omitted).toContainEqual({ kind: 'packets', count: 1, handle: 'packets@23' });
    expect(summary(history, 2_000).text).toMatch(/ packets@23 \+1 /);
  });

  it('has room in 220 tokens for the longest of everything', () => {
    const dense = '𝔘𓂀🏴'.repeat(25);
    const history = new TaskHistory('A9A9_9-9'.repeat(8))
      .do('human:owner', 'create', { task_title: dense, goal: dense })
      .do('agent:dev-engineer', 'handoff', { phase: 'implementing', state_delta: { artifacts: [file('a.ts')] } })
      .do('agent:dev-engineer', 'handoff', { phase: 'testing' })
      .do('agent:dev-qa', 'handoff', { phase: 'implementing', state_delta: { feedback: dense } })
      .do('agent:dev-engineer', 'handoff', {
        phase: 'testing',
        state_delta: {
          artifacts: [file('a.ts', HASH.two)],
          issues_raised: Array.from({ length: 50 }, () => ({ issue: dense, severity: 'blocker', requires_human: true })),
          checks: Array.from({ length: 50 }, (_, index) => ({ name: `${dense.slice(0, 90)}${index}`, passed: false, detail: dense })),
          packet: { next_agent_should_first: dense },
        },
      });
    const { state } = history;
    const version = 999_999_999;
    const [feedback] = state.retry_feedback;
    const longest = {
      ...state,
      version,
      phase_version: version,
      retry_feedback: feedback === undefined ? [] : [{ ...feedback, id: `B${version}.50` }],
      gates: state.gates.map((gate) => ({ ...gate, id: `${state.task_id}.G${version}` })),
      totals: Object.fromEntries(
        Object.keys(state.totals).map((kind) => [kind, { recorded: 99_999_999, in_state: 1 }]),
      ) as typeof state.totals,
    };
    const { text, tokens } = summarize(longest, { maxTokens: 220, tokenizer, stateFile: `.jerry/state/${state.task_id}.json` });
    expect(tokens).toBeLessThanOrEqual(220);
    expect(parseSummary(text).handles.get(`issues@${version}`)).toBe('50 open');
    expect(parseSummary(text).handles.get(`checks@${version}`)).toBe('50 failing');
  });

  it('names the least that works when a budget is too small, and that works', () => {
    const history = inTesting();
    const refused = (() => {
      try {
        return summary(history, 20);
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toBeInstanceOf(HandoffError);
    const { code, details } = refused as HandoffError;
    expect(code).toBe('budget_too_small');
    expect(summary(history, details.least as number).tokens).toBe(details.least);
    expect(() => summary(history, (details.least as number) - 1)).toThrow(HandoffError);
  });

  it.each([Number.NaN, 0, -1, 1.5, Number.POSITIVE_INFINITY])('takes no budget of %d', (maxTokens) =>
    expect(() => summary(created(), maxTokens)).toThrow('max_tokens must be a positive whole number'),
  );

  it('says once why further attempts were granted', () => {
    const history = new TaskHistory('T1', { ...DEFAULT_RULES, attempts: 1 })
      .do('human:owner', 'create', { task_title: 'Login' })
      .do('agent:dev-engineer', 'claim')
      .do('agent:dev-engineer', 'release', { reason: 'It broke', failed: { class: 'code' } })
      .do('human:mira', 'vote', { decision: 'approve', reason: 'Try it with SQLite.' });
    expect(summary(history).text.split('Try it with SQLite.')).toHaveLength(2);
    expect(parsed(history).items).toContainEqual(expect.objectContaining({ id: 'B4', values: ['Try it with SQLite.'] }));
  });

  it('keeps its budget by any vocabulary, also one whose counts do not add up', () => {
    const lumpy: Tokenizer = { encoding: 'lumpy', countTokens: (text) => Math.ceil(text.length / 3) + (text.length > 400 ? 40 : 0) };
    const history = inTesting();
    for (let step = 0; step < 12; step += 1)
      history.do('agent:dev-qa', 'update', {
        state_delta: { decisions: [{ decision: `Number ${step} of many decisions`, rationale: 'Because it was so.' }] },
      });
    const { text, tokens } = summarize(history.state, { maxTokens: 300, tokenizer: lumpy, stateFile: 'x' });
    expect(tokens).toBe(lumpy.countTokens(text));
    expect(tokens).toBeLessThanOrEqual(300);
  });

  it('gives up its counts when they turn out to cost more than was thought', () => {
    const history = inTesting();
    const isWholeWithCounts = (text: string) => text.startsWith('Task ') && / packets@\d+ \+/.test(text);
    const wary: Tokenizer = { encoding: 'wary', countTokens: (text) => Math.ceil(text.length / 4) + (isWholeWithCounts(text) ? 900 : 0) };
    const { text, tokens } = summarize(history.state, { maxTokens: 499, tokenizer: wary, stateFile: 'x' });
    expect(tokens).toBeLessThanOrEqual(499);
    expect(text).toContain('Changed: src/login.ts');
  });
});
