import { o200kTokenizer } from '@app/handoff';
import { guideFor } from '../../apps/api/src/me/guide.js';
import { GuidedAgent, type Verdict } from '../support/guided-agent.js';
import { RunningApi } from '../support/running-api.js';

const MIRA = 'human:mira';

describe('GET /v1/me/guide', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open();
  });
  afterAll(() => api.close());

  const agentCalled = async (name: string, verdict?: Verdict) => {
    const { text } = await api.call(`agent:${name}`, 'GET', '/v1/me/guide');
    return new GuidedAgent(text, await api.tokenOf(`agent:${name}`), api.project, verdict);
  };

  it('is plain text of at most 600 tokens, with the name and the address of whoever asks', async () => {
    const { status, headers, text } = await api.call('agent:dev-qa', 'GET', '/v1/me/guide');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain('the agent `dev-qa`');
    expect(text).toContain(`${api.address}\n`);
    const { countTokens } = await o200kTokenizer();
    const worst = guideFor({ agent: 'q7x-z9k2-w8v5b3n1m4l6j0h2g5f8d1s', address: `https://${'x7.q9z-'.repeat(9)}x` });
    expect([countTokens(text) <= 600, countTokens(worst) <= 600]).toEqual([true, true]);
    for (const who of [MIRA, 'viewer:v', 'worker:w', 'admin:local']) expect((await api.call(who, 'GET', '/v1/me/guide')).status).toBe(403);
  });

  it('is enough, with `next`, for agents that know nothing else to bring a task from planning to completed, once by way of a rejection', async () => {
    await api.call(MIRA, 'POST', '/v1/tasks', {
      task_id: 'T1',
      task_title: 'Login survives a restart',
      goal: 'Nobody signs in twice a day.',
    });
    let rejected = false;
    const once: Verdict = () => {
      const verdict = rejected ? 'hand_off' : 'send_back';
      rejected = true;
      return verdict;
    };
    const agents = [await agentCalled('dev-engineer'), await agentCalled('dev-qa', once), await agentCalled('dev-reviewer')];
    const status = async () => (await api.call(MIRA, 'GET', '/v1/tasks/T1')).body.status;
    for (let round = 0; round < 6 && (await status()) !== 'completed'; round++) for (const agent of agents) await agent.work();
    expect(await status()).toBe('completed');
    const history = await api.call<{ items: { kind: string; by: string; phase: string }[] }>(MIRA, 'GET', '/v1/tasks/T1/history');
    expect(history.body.items.filter(({ kind }) => kind === 'handoff').map(({ by, phase }) => `${by} ${phase}`)).toEqual([
      'agent:dev-reviewer completed',
      'agent:dev-qa reviewing',
      'agent:dev-engineer testing',
      'agent:dev-qa implementing',
      'agent:dev-engineer testing',
      'agent:dev-engineer implementing',
    ]);
    expect(agents.flatMap(({ did }) => did)).toContain('look up 200');
    expect(agents.flatMap(({ did }) => did).filter((deed) => !/ 20[01]$/.test(deed))).toEqual([]);
  });
});

describe('GET /v1/me and /v1/agents', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open({
      config: { agents: { 'security-review': {}, 'dev-reviewer': { executor: { kind: 'command', command: ['true'] } } } },
    });
  });
  afterAll(() => api.close());

  const me = async (who: string) => (await api.call(who, 'GET', '/v1/me')).body;
  interface Row {
    readonly name: string;
    readonly executor: string;
    readonly works_on: unknown;
    readonly claimed: number;
    readonly waiting: number;
    readonly last_seen: string | null;
  }
  const agents = async (query = '') =>
    (await api.call<{ items: Row[]; next_cursor: string | null }>('viewer:v', 'GET', `/v1/agents${query}`)).body;

  it('say who somebody is, what they hold, what waits for them, and what to do next', async () => {
    expect(await me('agent:dev-qa')).toEqual({
      principal: 'agent:dev-qa',
      role: 'agent',
      claims: [],
      claimed: 0,
      waiting: 0,
      next: {
        you: 'agent:dev-qa has claimed nothing; no tasks wait.',
        actions: [{ do: 'wait', post: '/v1/me/claim?wait_s=30', body: {} }],
        waiting_for: null,
      },
    });
    for (const id of ['T1', 'T2', 'T3']) await api.call(MIRA, 'POST', '/v1/tasks', { task_id: id, task_title: id, target_agent: 'dev-qa' });
    expect(await me('agent:dev-qa')).toMatchObject({ waiting: 3, next: { actions: [{ do: 'claim', post: '/v1/me/claim', body: {} }] } });
    await api.call('agent:dev-qa', 'POST', '/v1/me/claim', { instance: 'one' });
    const held = { task_id: 'T1', version: 2, target_agent: 'dev-qa', claim_epoch: 1, instance: 'one' };
    expect(await me('agent:dev-qa')).toMatchObject({ claims: [held], claimed: 1, waiting: 2, next: { lease_s: 1_800 } });
    expect(((await me('agent:dev-qa')).next as { actions: { do: string }[] }).actions[0]?.do).toBe('hand_off');
    expect(await me('viewer:v')).toMatchObject({ role: 'viewer', waiting: 0, next: { actions: [] } });
    expect(await me('worker:w')).toMatchObject({ role: 'worker', waiting: 0, claims: [] });
    expect(await me(MIRA)).toMatchObject({
      role: 'human',
      waiting: 0,
      next: { you: 'human:mira has claimed nothing; no questions wait.', actions: [] },
    });
  });

  it('tell people how many questions there are, and how to answer the oldest', async () => {
    const asking = { issues_raised: [{ issue: 'May we delete it?', severity: 'high', requires_human: true }] };
    for (const id of ['G1', 'G2']) {
      await api.call(MIRA, 'POST', '/v1/tasks', { task_id: id, task_title: id });
      const packet = { next_agent_should_first: 'wait' };
      const handoff = { phase: 'planning', expected_version: 1, state_delta: { ...asking, packet } };
      expect((await api.call('agent:dev-engineer', 'POST', `/v1/tasks/${id}/handoffs`, handoff)).status).toBe(201);
    }
    const { waiting, next } = await me(MIRA);
    expect([waiting, (next as { actions: unknown[] }).actions[0]]).toEqual([
      2,
      { do: 'vote', post: '/v1/gates/G1.G2/votes', body: { decision: 'approve' }, fill: ['digest', 'reason'] },
    ]);
  });

  it('page lists and histories within as many tokens as somebody has', async () => {
    const { countTokens } = await o200kTokenizer();
    for (const path of ['/v1/tasks', '/v1/gates', '/v1/tasks/T1/history']) {
      const whole = await api.call<{ items: unknown[] }>(MIRA, 'GET', path);
      const items: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = `?max_tokens=450${cursor === '' ? '' : `&cursor=${cursor}`}`;
        const { text, body } = await api.call<{ items: unknown[]; next_cursor: string | null }>(MIRA, 'GET', path + query);
        expect(countTokens(text)).toBeLessThanOrEqual(450);
        items.push(...body.items);
        cursor = body.next_cursor;
      }
      expect(items).toEqual(whole.body.items);
      const { status, body } = await api.call(MIRA, 'GET', `${path}?max_tokens=9`);
      expect([status, body.code, body.least]).toEqual([422, 'budget_too_small', expect.any(Number)]);
    }
  });

  it('list every agent, page by page, with when it was last heard of', async () => {
    const { items, next_cursor } = await agents();
    expect(next_cursor).toBeNull();
    expect(items.map(({ name, executor, claimed, waiting }) => [name, executor, claimed, waiting])).toEqual([
      ['dev-engineer', 'external', 0, 0],
      ['dev-qa', 'external', 1, 2],
      ['dev-reviewer', 'command', 0, 0],
      ['security-review', 'external', 0, 0],
    ]);
    expect(items[1]).toMatchObject({ works_on: [{ task_id: 'T1', version: 2, claimed_by: 'agent:dev-qa', instance: 'one' }] });
    // Whom the service runs is there as long as a worker is; nobody has ever called as the last one.
    expect(items.map(({ last_seen }) => last_seen !== null)).toEqual([true, true, true, false]);
    const first = await agents('?limit=3');
    const second = await agents(`?limit=3&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(items.map(({ name }) => name));
    expect(second.next_cursor).toBeNull();
    expect((await api.call('viewer:v', 'GET', '/v1/agents?cursor=nonsense')).status).toBe(400);
  });
});
