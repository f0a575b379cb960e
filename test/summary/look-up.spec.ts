import { HandoffError } from '../../libs/handoff/src/errors/handoff.error.js';
import { lookUp } from '../../libs/handoff/src/lookup/look-up.js';
import { o200kTokenizer } from '../../libs/handoff/src/summary/o200k-tokenizer.js';
import type { Tokenizer } from '../../libs/handoff/src/summary/tokenizer.js';
import { followHandle, wholeText } from './support/follow-handle.js';
import { TaskHistory } from './support/task-history.js';

type Fields = Record<string, unknown>;

const hash = (digit: string): string => digit.repeat(64);
const file = (path: string, digit = '1') => ({ path, content_hash: hash(digit) });

/** Issues, decisions, checks and files, some of them over by version 7. */
const task = (): TaskHistory =>
  new TaskHistory()
    .do('human:owner', 'create', { task_title: 'Login', goal: 'First goal', acceptance_criteria: ['Works in Safari'] })
    .do('agent:dev-engineer', 'update', {
      state_delta: {
        decisions: [{ decision: 'Session in Redis', rationale: 'Known pattern.' }, { decision: 'TypeScript' }],
        issues_raised: [
          { issue: 'Slow', severity: 'low' },
          { issue: 'Crashes', severity: 'blocker' },
        ],
        checks: [{ name: 'unit', passed: false, detail: '3 failed' }],
        artifacts: [file('src/old.ts'), file('src/login.ts')],
      },
    })
    .do('agent:dev-engineer', 'update', {
      state_delta: {
        decisions: [{ decision: 'Signed cookie', supersedes: ['D2'] }],
        issues_resolved: [{ issue_id: 'I2.2', resolution: 'Caught the exception' }],
        checks: [{ name: 'unit', passed: true, detail: '212 passed' }],
        artifacts: [file('src/login.ts', '2')],
        artifacts_removed: ['src/old.ts'],
      },
    })
    .do('human:owner', 'edit', { goal: 'Second goal' })
    .do('agent:dev-engineer', 'handoff', {
      phase: 'implementing',
      state_delta: { issues_raised: [{ issue: 'May it live 30 days?', severity: 'high', requires_human: true }] },
    })
    .do('human:mira', 'vote', { decision: 'approve', reason: `Yes. ${'Really. '.repeat(100)}` })
    .do('agent:dev-engineer', 'claim');

describe('lookUp', () => {
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    tokenizer = await o200kTokenizer();
  });
  const look = (history: TaskHistory, handle: string, page: { maxTokens?: number; cursor?: string } = {}) =>
    lookUp(history.ledger, history.state, handle, { tokenizer, readRecord: history.readRecord, ...page });
  const list = async (history: TaskHistory, handle: string) => (await look(history, handle)).value as Fields[];
  const ids = async (history: TaskHistory, handle: string) =>
    (await list(history, handle)).map(({ id, path, version }) => id ?? path ?? version);
  const refusal = async (asked: Promise<unknown>) => {
    const error = await asked.then(
      () => null,
      (reason: unknown) => reason,
    );
    return error instanceof HandoffError ? { code: error.code, details: error.details } : null;
  };

  it('answers an item with all it has and its present mark', async () => {
    expect(await look(task(), 'D2')).toMatchObject({
      handle: 'D2',
      version: 7,
      value: { id: 'D2', decision: 'Session in Redis', rationale: 'Known pattern.', superseded_by: 'D3', agent: 'dev-engineer' },
      next_cursor: null,
    });
    expect((await look(task(), 'I2.2')).value).toMatchObject({
      resolved: { resolution: 'Caught the exception', by: 'agent:dev-engineer' },
    });
    expect((await look(task(), 'C2')).value).toMatchObject({ replaced_by: 'C3' });
  });

  it('puts in force first, then newest', async () => {
    expect(await ids(task(), 'decisions@7')).toEqual(['D3', 'D2.2', 'D2']);
    expect(await ids(task(), 'issues@7')).toEqual(['I5', 'I2', 'I2.2']);
    expect(await ids(task(), 'checks@7')).toEqual(['C3', 'C2']);
    expect(await ids(task(), 'artifacts@7')).toEqual(['src/login.ts', 'src/old.ts']);
    expect(await ids(task(), 'history@7')).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('shows what was recorded up to the version, with the mark of today', async () => {
    expect(await ids(task(), 'decisions@2')).toEqual(['D2.2', 'D2']);
    expect((await list(task(), 'decisions@2'))[1]).toMatchObject({ id: 'D2', superseded_by: 'D3' });
    expect(await ids(task(), 'issues@1')).toEqual([]);
    expect((await list(task(), 'artifacts@2'))[1]).toEqual({ path: 'src/old.ts', artifact_type: 'source', version: 2, removed_in: 3 });
  });

  it('shows the goal as it is and as it was', async () =>
    expect(await list(task(), 'goal@7')).toEqual([
      { version: 4, task_title: 'Login', goal: 'Second goal', acceptance_criteria: ['Works in Safari'] },
      { version: 1, task_title: 'Login', goal: 'First goal', acceptance_criteria: ['Works in Safari'] },
    ]));

  it('knows a gate by its long and its short name, as it stands now, with the whole reason', async () => {
    for (const handle of ['T1.G5', 'G5']) {
      const { value } = await look(task(), handle);
      expect(value).toMatchObject({
        id: 'T1.G5',
        status: 'approved',
        votes: [{ by: 'human:mira', reason: `Yes. ${'Really. '.repeat(100)}` }],
      });
    }
  });

  it('knows a file by its path', async () =>
    expect((await look(task(), 'src/login.ts')).value).toMatchObject({
      path: 'src/login.ts',
      content_hash: hash('2'),
      recorded_in: [3, 2],
    }));

  it.each(['D99', 'X1', 'decisions@8', 'decisions@0', 'nothing@3', 'T2.G5', 'G6', 'src/never.ts', ''])(
    'has nothing under %j',
    async (handle) => expect(await refusal(look(task(), handle))).toMatchObject({ code: 'handle_not_found' }),
  );

  it('refuses a cursor it did not give out', async () =>
    expect(await refusal(look(task(), 'decisions@7', { cursor: 'x' }))).toMatchObject({ code: 'invalid_request' }));

  const many = (count: number, rationale: string): TaskHistory => {
    const history = new TaskHistory().do('human:owner', 'create', { task_title: 'Many' });
    for (let index = 0; index < count; index += 1)
      history.do('agent:dev-engineer', 'update', { state_delta: { decisions: [{ decision: `Decision number ${index}`, rationale }] } });
    return history;
  };

  it('pages what is long, each item once, and keeps the order while others write', async () => {
    const history = many(120, 'It has to be done somehow, and this is how.');
    const first = await look(history, 'decisions@121', { maxTokens: 1_000 });
    history.do('agent:dev-engineer', 'update', { state_delta: { decisions: [{ decision: 'Newer', supersedes: ['D121', 'D2', 'D60'] }] } });
    const seen = (first.value as Fields[]).map(({ id }) => id);
    for (let cursor = first.next_cursor; cursor !== null; ) {
      const page = await look(history, 'decisions@121', { maxTokens: 1_000, cursor });
      seen.push(...(page.value as Fields[]).map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `D${121 - index}`));
  });

  it('shows the beginnings of many before the ends of few, and all of them in the end', async () => {
    const rationale = Array.from({ length: 400 }, (_, index) => `reason${index}`).join(' ');
    const history = many(12, rationale);
    const { value, next_cursor } = await look(history, 'decisions@13');
    expect((value as Fields[]).filter(({ id }) => id !== undefined)).toHaveLength(12);
    expect(next_cursor).not.toBeNull();
    const followed = await followHandle(history, 'decisions@13', 2_000, tokenizer);
    for (const element of followed.elements)
      expect(wholeText(followed, String(element.id), 'rationale', element.rationale)).toBe(rationale);
  });

  it('splits one item that is larger than a page', async () => {
    const dense = '漢字'.repeat(2_000);
    const history = many(1, dense);
    const followed = await followHandle(history, 'D2', 400, tokenizer);
    expect(followed.pages).toBeGreaterThan(5);
    expect(wholeText(followed, 'D2', 'rationale', followed.elements[0]?.rationale)).toBe(dense);
  });

  it('keeps small budgets, and names the least where one is too small', async () => {
    const history = many(5, 'Because.');
    for (const maxTokens of [150, 300, 2_000])
      expect((await look(history, 'decisions@6', { maxTokens })).tokens).toBeLessThanOrEqual(maxTokens);
    expect(await refusal(look(history, 'decisions@6', { maxTokens: 10 }))).toMatchObject({
      code: 'budget_too_small',
      details: { least: expect.any(Number) },
    });
  });

  it.each([Number.NaN, 0, -1, 1.5])('takes no budget of %d', async (maxTokens) =>
    expect(await refusal(look(many(1, 'Because.'), 'decisions@2', { maxTokens }))).toMatchObject({ code: 'invalid_request' }),
  );

  it('keeps its budget by a vocabulary whose counts do not add up', async () => {
    const lumpy: Tokenizer = { encoding: 'lumpy', countTokens: (text) => Math.ceil(text.length / 3) + (text.length > 600 ? 60 : 0) };
    const { elements } = await followHandle(many(30, 'It has to be done somehow.'), 'decisions@31', 500, lumpy);
    expect(elements).toHaveLength(30);
  });
});
