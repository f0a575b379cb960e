import { McpAgent } from '../support/mcp-agent.js';
import { PLANTED_SECRETS } from '../support/planted-secrets.js';
import { RunningApi, type Who } from '../support/running-api.js';

const MIRA = 'human:mira';
const ENGINEER = 'agent:dev-engineer';
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const toolCall = (name: string, args: object) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } });

describe('/mcp, before anything is done', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open({ env: { JERRY_ALLOWED_HOSTS: 'jerry.example' } });
    await api.call(MIRA, 'POST', '/v1/tasks', { task_id: 'T1', task_title: 'Sign in' });
  });
  afterAll(() => api.close());

  const post = async (body: unknown, headers = {}, who: Who = ENGINEER, path = '/mcp') => {
    const { status, body: answer } = await api.call<{ code?: string; error?: { code: number }; result?: unknown }>(
      who,
      'POST',
      path,
      body,
      headers,
    );
    return [status, answer.code ?? answer.error?.code ?? 'result' in answer];
  };

  it('asks who is there: agents alone', async () => {
    expect(await post(PING)).toEqual([200, true]);
    expect(await post(PING, {}, null)).toEqual([401, 'unauthorized']);
    expect(await post(PING, { authorization: `Bearer ${'x'.repeat(43)}` })).toEqual([401, 'unauthorized']);
    for (const who of [MIRA, 'viewer:eve', 'admin:local', 'worker:w1']) expect(await post(PING, {}, who)).toEqual([403, 'forbidden']);
    await expect(McpAgent.connect(api, 'viewer:eve')).rejects.toThrow(/403/);
  });

  it('lets in our own names and pages alone', async () => {
    expect(await post(PING, { host: 'jerry.example', origin: 'https://jerry.example' })).toEqual([200, true]);
    expect(await post(PING, { host: 'evil.example' })).toEqual([403, 'forbidden']);
    expect(await post(PING, { origin: 'https://evil.example' })).toEqual([403, 'forbidden']);
    expect(await post(PING, { origin: 'null' })).toEqual([403, 'forbidden']);
  });

  it.each<[string, unknown, readonly [number, unknown]]>([
    ['no JSON', '{"jsonrpc":', [400, 'invalid_request']],
    ['nothing', '', [400, 'invalid_request']],
    ['a batch', [PING, PING], [400, 'invalid_request']],
    ['a text', '"ping"', [400, 'invalid_request']],
    ['no JSON-RPC', { id: 1, method: 'ping' }, [400, 'invalid_request']],
    ['another JSON-RPC', { ...PING, jsonrpc: '1.0' }, [400, 'invalid_request']],
    ['a method that is none', { ...PING, method: 7 }, [400, -32_600]],
    ['a method nobody knows', { ...PING, method: 'tasks/list' }, [200, -32_601]],
    ['a tool nobody knows', toolCall('rm', {}), [200, -32_602]],
    ['a key that nothing may have', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}', [400, 'invalid_request']],
    ['10 MB', JSON.stringify(toolCall('look_up', { task_id: 'x'.repeat(10_000_000) })), [413, 'too_large']],
    ['18 levels and one', `${'{"a":'.repeat(18)}{}${'}'.repeat(18)}`, [400, 'invalid_request']],
  ])('refuses %s', async (_, body, refusal) => {
    expect(await post(body)).toEqual(refusal);
  });

  it('speaks revisions it knows, and keeps nothing open', async () => {
    const said = (version: string, method: string, params = {}) => {
      const of = 'io.modelcontextprotocol/';
      const _meta = {
        [`${of}protocolVersion`]: version,
        [`${of}clientInfo`]: { name: 'x', version: '1' },
        [`${of}clientCapabilities`]: {},
      };
      return post({ ...PING, method, params: { ...params, _meta } }, { 'mcp-protocol-version': version, 'mcp-method': method });
    };
    expect(await said('2026-07-28', 'server/discover')).toEqual([200, true]);
    expect(await said('2099-01-01', 'server/discover')).toEqual([400, -32_022]);
    expect(await said('2026-07-28', 'subscriptions/listen', { notifications: { toolsListChanged: true } })).toEqual([200, -32_603]);
    expect(await post({ ...PING, method: 'tools/list' }, { 'mcp-protocol-version': '2024-11-05' })).toEqual([200, true]);
    expect(await post({ ...PING, method: 'tools/list' }, { 'mcp-protocol-version': '1999-01-01' })).toEqual([400, -32_000]);
  });

  it('takes notifications and answers to nothing, and answers neither', async () => {
    expect((await api.call(ENGINEER, 'POST', '/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    expect((await api.call(ENGINEER, 'POST', '/mcp', { jsonrpc: '2.0', id: 3, result: {} })).status).toBe(202);
  });

  it('takes JSON alone, by POST alone, and no parameter it does not know', async () => {
    expect(await post('x', { 'content-type': 'text/plain' })).toEqual([415, 'unsupported_media_type']);
    expect(await post(PING, {}, ENGINEER, '/mcp?session=1')).toEqual([400, 'invalid_request']);
    expect(await post(PING, {}, ENGINEER, '/mcp?instance=a%20b')).toEqual([400, 'invalid_request']);
    for (const method of ['GET', 'DELETE', 'PUT']) expect((await api.call(ENGINEER, method, '/mcp')).status).toBe(405);
  });

  it('takes what is legal by itself in its envelope too, to the last level', async () => {
    const { body } = await api.call<{ result: { content: { text: string }[] } }>(ENGINEER, 'POST', '/mcp', toolCall('next_work', {}));
    const { expected_version, claim_epoch } = JSON.parse(body.result.content[0]?.text ?? '') as Record<string, number>;
    const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });
    const state_delta = { packet: { payload: nested(12) } };
    const send = (depth: object) => post(toolCall('update', { task_id: 'T1', expected_version, claim_epoch, state_delta: depth }));
    expect(await send({ packet: { payload: nested(13) } })).toEqual([400, 'invalid_request']);
    expect(await send(state_delta)).toEqual([200, true]);
    expect((await api.call(MIRA, 'GET', '/v1/tasks/T1')).body.version).toBe(3);
  });

  it('does not rewrite an envelope, whatever it looks like', async () => {
    const id = PLANTED_SECRETS[0]?.secret;
    const { text } = await api.call(ENGINEER, 'POST', '/mcp', { ...PING, id });
    expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id, result: {} });
  });
});

describe('/mcp, while a call waits', () => {
  let api: RunningApi;
  const opened = async (config: object = {}) => {
    api = await RunningApi.open({ config });
    return api;
  };
  afterEach(() => api.close());

  const create = (task_id: string) => api.call(MIRA, 'POST', '/v1/tasks', { task_id, task_title: task_id });
  const call = (agent: McpAgent, args: object = {}) => agent.call('next_work', { wait_s: 30, ...args });
  /** Of these calls. */
  const areWaiting = async (count: number) => {
    for (;;) {
      const { text } = await api.call('viewer:v', 'GET', '/metrics');
      if (new RegExp(`^jerry_http_in_flight ${count + 1}$`, 'm').test(text)) return;
    }
  };

  it('counts it as none underway, so that others come through', async () => {
    await opened({ limits: { requests_per_s: 10_000, in_flight: 2 } });
    const agent = await McpAgent.connect(api, ENGINEER);
    const waiting = Array.from({ length: 6 }, (_, i) => call(agent, { instance: `i${i}` }));
    await areWaiting(6);
    expect((await agent.call('look_up', { task_id: 'T0' })).body.code).toBe('task_not_found');
    for (let i = 0; i < 6; i++) await create(`T${i}`);
    expect((await Promise.all(waiting)).map(({ body }) => body.task_id).sort()).toEqual(['T0', 'T1', 'T2', 'T3', 'T4', 'T5']);
    await agent.close();
  });

  it('bounds the rest, as everywhere', async () => {
    await opened({ limits: { requests_per_s: 3, in_flight: 2 } });
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { status, headers } = await api.call(ENGINEER, 'POST', '/mcp', PING);
        return status === 429 ? Number(headers['retry-after']) > 0 : status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200, true]));
  });

  it('takes nothing for a client that has gone', async () => {
    await opened();
    const headers = { authorization: `Bearer ${await api.tokenOf(ENGINEER)}`, 'content-type': 'application/json' };
    const off = new AbortController();
    const body = JSON.stringify(toolCall('next_work', { wait_s: 30, instance: 'gone' }));
    const left = fetch(`${api.address}/mcp`, { method: 'POST', headers, body, signal: off.signal });
    await areWaiting(1);
    off.abort();
    await expect(left).rejects.toThrow();
    await areWaiting(0);
    const agent = await McpAgent.connect(api, ENGINEER);
    const stays = call(agent);
    await create('T1');
    expect((await stays).body).toMatchObject({ task_id: 'T1', expected_version: 2 });
    await agent.close();
  });

  it('ends with its token', async () => {
    await opened();
    const made = (await api.call('admin:local', 'POST', '/v1/tokens', { principal: ENGINEER })).body;
    const headers = { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify(toolCall('next_work', { wait_s: 30 }));
    const waiting = fetch(`${api.address}/mcp`, { method: 'POST', headers, body });
    await areWaiting(1);
    expect((await api.call('admin:local', 'DELETE', `/v1/tokens/${made.id}`)).status).toBe(204);
    await expect(waiting).rejects.toThrow();
  });

  it('answers it at once when the service stops, and a client goes on after the restart as if there had been none', async () => {
    await opened();
    await create('T1');
    const agents = [await McpAgent.connect(api, ENGINEER), await McpAgent.connect(api, ENGINEER, { isModern: true })];
    const [agent] = agents as [McpAgent];
    const held = await agent.call('next_work');
    const waiting = agents.map((one, i) => call(one, { instance: `w${i}` }));
    await areWaiting(2);
    await api.stop();
    for (const { isError, body } of await Promise.all(waiting)) expect([isError, body.task_id]).toEqual([false, null]);
    await api.start();
    for (const one of agents) expect((await one.call('next_work')).body).toEqual(held.body);
    const { task_id, expected_version, claim_epoch } = held.body;
    const on = { task_id, expected_version, claim_epoch, phase: 'implementing' };
    const sent = await agent.call('hand_off', on);
    await api.stop();
    await api.start();
    expect((await agent.call('hand_off', on)).body).toEqual({ ...sent.body, replayed: true });
    for (const one of agents) await one.close();
  });
});
