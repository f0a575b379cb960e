import type { Answered } from '../support/answered.js';
import { RunningApi } from '../support/running-api.js';

interface Claimed {
  readonly task_id: string | null;
  readonly version: number;
  readonly context_summary?: string;
  readonly claim: { readonly claim_epoch: number; readonly instance: string };
  readonly next?: object;
  readonly state?: object;
  readonly retry_after_s?: number;
  readonly code?: string;
}

const MIRA = 'human:mira';
const QA = 'agent:dev-qa';
const ENGINEER = 'agent:dev-engineer';

describe('POST /v1/me/claim', () => {
  let api: RunningApi;
  const opened = async (config: object = {}) => {
    api = await RunningApi.open({ config });
    return api;
  };
  afterEach(() => api.close());

  const create = async (task_id: string, target_agent = 'dev-engineer') => {
    const made = await api.call(MIRA, 'POST', '/v1/tasks', { task_id, task_title: `About ${task_id}`, target_agent });
    expect(made.status).toBe(201);
  };
  const claimNext = (who: string, body: object = {}, query = '', headers = {}): Promise<Answered<Claimed>> =>
    api.call<Claimed>(who, 'POST', `/v1/me/claim${query}`, body, headers);
  const stateOf = async (taskId: string) => (await api.call(MIRA, 'GET', `/v1/tasks/${taskId}`)).body;

  it('gives what waits longest, as claim would, and an instance what it has already', async () => {
    await opened();
    for (const id of ['T1', 'T2', 'T3']) await create(id);
    await create('Q1', 'dev-qa');
    const first = await claimNext(ENGINEER, { instance: 'one' });
    expect([first.status, first.headers.etag]).toEqual([200, '"2"']);
    expect(first.body).toMatchObject({ task_id: 'T1', version: 2, command: null, effect_key: 'T1-v1', claim: { instance: 'one' } });
    expect(Object.keys(first.body)).toEqual(Object.keys((await api.call(QA, 'POST', '/v1/tasks/Q1/claim', {})).body));
    expect((await claimNext(ENGINEER, { instance: 'one' })).body).toMatchObject({ task_id: 'T1', version: 2 });
    expect((await claimNext(ENGINEER, { instance: 'two' }, '?include=state')).body).toMatchObject({ task_id: 'T2', state: { version: 2 } });
    const anonymous = await claimNext(ENGINEER, {}, '', { prefer: 'return=minimal' });
    expect([anonymous.body.task_id, anonymous.body.next, anonymous.body.context_summary]).toEqual(['T3', undefined, undefined]);
    expect((await claimNext(ENGINEER)).body).toEqual({ task_id: null, retry_after_s: expect.any(Number) });
    expect((await stateOf('T1')).version).toBe(2);
  });

  it('tells whose work it is from whose it is not', async () => {
    await opened({ agents: { 'dev-qa': { executor: { kind: 'command', command: ['true'] } } } });
    const refused = async (who: string, body: object) => {
      const { status, body: problem } = await claimNext(who, body);
      return [status, problem.code];
    };
    expect(await refused(ENGINEER, { agents: ['dev-qa'] })).toEqual([403, 'forbidden']);
    expect(await refused('worker:w1', { agents: ['dev-qa', 'dev-engineer'] })).toEqual([403, 'forbidden']);
    expect(await refused('worker:w1', { agents: ['nobody'] })).toEqual([422, 'unknown_agent']);
    expect(await refused(ENGINEER, { agents: [] })).toEqual([400, 'invalid_request']);
    for (const who of [MIRA, 'viewer:v', 'admin:local']) expect(await refused(who, {})).toEqual([403, 'forbidden']);
    expect((await claimNext(ENGINEER, { agents: ['dev-engineer'] })).body.task_id).toBeNull();
    expect((await claimNext('worker:w1', {})).body.task_id).toBeNull();
    expect((await claimNext(ENGINEER, {}, '?wait_s=31')).status).toBe(400);
  });

  it('wakes one of those who wait for each task, and never gives one to two', async () => {
    await opened();
    const waiting = Array.from({ length: 60 }, (_, i) => claimNext(ENGINEER, { instance: `i${i}` }, '?wait_s=30'));
    const other = claimNext(QA, {}, '?wait_s=30');
    await api.call(ENGINEER, 'GET', '/v1/tasks');
    await Promise.all(Array.from({ length: 60 }, (_, i) => create(`T${i}`)));
    const got = (await Promise.all(waiting)).map(({ body }) => body.task_id);
    expect(new Set(got).size).toBe(60);
    expect(got).not.toContain(null);
    await create('Q1', 'dev-qa');
    expect((await other).body).toMatchObject({ task_id: 'Q1', version: 2 });
  });

  it('goes on to the next task when somebody at the door was faster', async () => {
    await opened();
    await Promise.all(Array.from({ length: 30 }, (_, i) => create(`T${i}`)));
    const [named, unnamed] = await Promise.all([
      Promise.all(Array.from({ length: 30 }, (_, i) => api.call<Claimed>(ENGINEER, 'POST', `/v1/tasks/T${i}/claim`, {}))),
      Promise.all(Array.from({ length: 30 }, () => claimNext(ENGINEER))),
    ]);
    const won = [...named.filter(({ status }) => status === 200), ...unnamed.filter(({ body }) => body.task_id !== null)];
    expect(won.map(({ body }) => body.task_id).sort()).toEqual(Array.from({ length: 30 }, (_, i) => `T${i}`).sort());
    expect(unnamed.every(({ status }) => status === 200)).toBe(true);
  });

  it('waits out a back-off and a lease, and counts no attempt for waiting', async () => {
    await opened({ lease_s: { external: 1 } });
    await create('T1');
    const { body } = await claimNext(ENGINEER, { instance: 'gone' });
    const failed = { claim_epoch: body.claim.claim_epoch, reason: 'the limit is spent', failed: { class: 'limit', retry_after_s: 1 } };
    expect((await api.call(ENGINEER, 'POST', '/v1/tasks/T1/release', failed)).status).toBe(200);
    expect((await claimNext(ENGINEER, { instance: 'gone' })).body.task_id).toBeNull();
    expect((await claimNext(ENGINEER, { instance: 'gone' }, '?wait_s=30')).body).toMatchObject({
      task_id: 'T1',
      claim: { claim_epoch: 2 },
    });
    expect((await claimNext(ENGINEER, { instance: 'new' }, '?wait_s=30')).body).toMatchObject({ task_id: 'T1', claim: { claim_epoch: 3 } });
    expect((await stateOf('T1')).attempts).toBe(1);
  });

  it('leaves a task whose last attempt is used up to people, and takes the next', async () => {
    await opened({ lease_s: { external: 1 }, attempts: 1 });
    await create('T1');
    await create('T2');
    await claimNext(ENGINEER, { instance: 'gone' });
    await claimNext(ENGINEER, { instance: 'gone2' });
    await create('T3');
    const taken = await claimNext(ENGINEER, {}, '?wait_s=30');
    expect(taken.body.task_id).toBe('T3');
    await claimNext(ENGINEER, {}, '?wait_s=2');
    expect((await Promise.all(['T1', 'T2'].map(stateOf))).map(({ status }) => status)).toEqual(['abandoned', 'abandoned']);
  });

  it('takes nothing for those who hung up', async () => {
    await opened();
    const authorization = `Bearer ${await api.tokenOf(ENGINEER)}`;
    const off = new AbortController();
    const left = fetch(`${api.address}/v1/me/claim?wait_s=30`, { method: 'POST', headers: { authorization }, signal: off.signal });
    await claimNext(ENGINEER);
    off.abort();
    await expect(left).rejects.toThrow();
    const stays = claimNext(ENGINEER, {}, '?wait_s=30');
    await create('T1');
    expect((await stays).body).toMatchObject({ task_id: 'T1' });
    expect((await stateOf('T1')).status).toBe('in_progress');
  });

  it('is retried under its key without a second claim', async () => {
    await opened();
    await create('T1');
    await create('T2');
    const key = { 'idempotency-key': 'k1' };
    const first = await claimNext(ENGINEER, {}, '', key);
    const again = await claimNext(ENGINEER, {}, '', key);
    expect(again.body).toMatchObject({ task_id: 'T1', version: 2, claim: first.body.claim });
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect((await claimNext(ENGINEER, { instance: 'x' }, '', key)).body.code).toBe('idempotency_key_reused');
    const both = await Promise.all([
      claimNext(ENGINEER, {}, '', { 'idempotency-key': 'k2' }),
      claimNext(ENGINEER, {}, '', { 'idempotency-key': 'k2' }),
    ]);
    expect(both.map(({ body }) => [body.task_id, body.version])).toEqual([
      ['T2', 2],
      ['T2', 2],
    ]);
    await api.stop();
    await api.start();
    expect((await claimNext(ENGINEER, {}, '', key)).body).toMatchObject({ task_id: 'T1', version: 2 });
  });

  it('lets nobody wait whose token was revoked', async () => {
    await opened();
    const made = (await api.call('admin:local', 'POST', '/v1/tokens', { principal: QA })).body;
    const headers = { authorization: `Bearer ${made.token}` };
    const waiting = fetch(`${api.address}/v1/me/claim?wait_s=30`, { method: 'POST', headers });
    await claimNext(QA);
    expect((await api.call('admin:local', 'DELETE', `/v1/tokens/${made.id}`)).status).toBe(204);
    await expect(waiting).rejects.toThrow();
  });

  it('answers those who wait at once when it stops', async () => {
    await opened();
    const waiting = Array.from({ length: 5 }, () => claimNext(ENGINEER, {}, '?wait_s=30'));
    await claimNext(ENGINEER);
    await api.stop();
    for (const { status, body } of await Promise.all(waiting)) expect([status, body.task_id]).toEqual([200, null]);
    await api.start();
  });
});
