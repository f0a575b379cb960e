import { LEAST_CLAIM_TOKENS, o200kTokenizer } from '@app/handoff';
import { RunningApi } from '../support/running-api.js';

const MIRA = 'human:mira';
const VIEWER = 'viewer:wall';
const ADMIN = 'admin:local';
const some = (count: number, of: string): string[] =>
  Array.from({ length: count }, (_, k) => `${of} ${k}: ${'as long as people write it '.repeat(6)}`);

describe('max_tokens bounds a whole answer', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open();
    await api.call(MIRA, 'POST', '/v1/tasks', { task_id: 'T1', task_title: 'Much of everything', phase: 'implementing' });
    const state_delta = {
      artifacts: some(40, 'x').map((_, k) => ({ path: `src/file-${k}.ts` })),
      decisions: some(20, 'decided').map((decision) => ({ decision })),
      warnings: some(20, 'mind'),
      issues_raised: some(10, 'asks').map((issue) => ({ issue, severity: 'low' })),
    };
    await api.call('agent:dev-engineer', 'POST', '/v1/tasks/T1/handoffs', { phase: 'testing', expected_version: 1, state_delta });
  });
  afterAll(() => api.close());

  type Body = Record<string, unknown> & { omitted?: { kind: string; count: number; handle: string }[] };
  const get = (path: string) => api.call<Body>(path.startsWith('/v1/tokens') ? ADMIN : VIEWER, 'GET', path);
  const tokensOf = async (text: string): Promise<number> => (await o200kTokenizer()).countTokens(text);

  it.each([
    ['/v1/tasks/T1?', 2_000, 'decisions'],
    ['/v1/tasks/T1/versions/2?', 2_000, 'decisions'],
    ['/v1/gates/T2.G2?', 600, 'issues'],
  ])('%s: the same shape with shorter lists, and what is not there by its handle', async (path, most, kind) => {
    const issues_raised = some(20, 'may we').map((issue) => ({ issue, severity: 'low', requires_human: true }));
    await api.call(MIRA, 'POST', '/v1/tasks', { task_id: 'T2', task_title: 'Asks much' });
    const packet = { next_agent_should_first: 'wait' };
    await api.call('agent:dev-engineer', 'POST', '/v1/tasks/T2/handoffs', {
      phase: 'planning',
      expected_version: 1,
      state_delta: { issues_raised, packet },
    });
    const whole = await get(path);
    expect(await tokensOf(whole.text)).toBeGreaterThan(most);
    const { status, text, body } = await get(`${path}max_tokens=${most}`);
    expect([status, (await tokensOf(text)) <= most]).toEqual([200, true]);
    expect(Object.keys(body)).toEqual([...Object.keys(whole.body), 'omitted']);
    expect(body.omitted).toContainEqual({ kind, count: expect.any(Number), handle: expect.stringMatching(`^${kind}@2$`) });
    const refused = await get(`${path}max_tokens=60`);
    expect([refused.status, refused.body.code]).toEqual([422, 'budget_too_small']);
    expect((await get(`${path}max_tokens=${refused.body.least}`)).status).toBe(200);
  });

  it.each([
    ['/v1/tasks?', 4_000],
    ['/v1/gates?', 4_000],
    ['/v1/tasks/T1/history?', 400],
    ['/v1/tasks/T1/diff?from=1&to=2&', 4_000],
    ['/v1/agents?', 80],
    ['/v1/tokens?', 150],
  ])('%s: page by page, each within %d', async (path, most) => {
    const pages = async (bound: string): Promise<unknown[][]> => {
      const shown: unknown[][] = [];
      for (let more: string | null = bound; more !== null; ) {
        const { status, text, body } = await get(`${path}${more}`);
        expect(status).toBe(200);
        if (bound !== '') expect(await tokensOf(text)).toBeLessThanOrEqual(most);
        shown.push((body.items ?? body.patch) as unknown[]);
        more = body.next_cursor === null ? null : `${bound}&cursor=${encodeURIComponent(String(body.next_cursor))}`;
      }
      return shown;
    };
    const bounded = await pages(`max_tokens=${most}`);
    expect(bounded.flat()).toEqual((await pages('')).flat());
  });

  it('a claim, which is written before it is answered, has room in the least there may be', async () => {
    const claim = (query: string) =>
      api.call<Body & { command: { state_delta: { decisions: unknown[] } }; claim: object }>('agent:dev-qa', 'POST', `/v1/${query}`, {
        instance: 'a',
      });
    for (const path of ['tasks/T1/claim', 'me/claim']) {
      expect((await claim(`${path}?max_tokens=${LEAST_CLAIM_TOKENS - 1}`)).status).toBe(400);
      expect((await claim(`${path}?max_tokens=5000&include=state`)).body.errors).toMatchObject([{ path: 'query.max_tokens' }]);
    }
    expect((await get('/v1/tasks/T1')).body.claim).toBeNull();
    for (const path of ['tasks/T1/claim', 'me/claim']) {
      const { status, text, body } = await claim(`${path}?max_tokens=${LEAST_CLAIM_TOKENS}`);
      expect([status, (await tokensOf(text)) <= LEAST_CLAIM_TOKENS]).toEqual([200, true]);
      expect(body.claim).toMatchObject({ claim_epoch: 1, instance: 'a' });
      const left = body.omitted?.find(({ kind }) => kind === 'decisions');
      expect([left?.handle, (left?.count ?? 0) + body.command.state_delta.decisions.length]).toEqual(['decisions@3', 20]);
    }
  });
});
