import { ApiError, type Client, openClient, rebase } from '@app/client';
import type { TaskState } from '@app/handoff';
import { ROUTES, type Route } from '../../libs/client/src/routes.js';
import { RunningApi } from '../support/running-api.js';

describe('the client and the real API', () => {
  let api: RunningApi;
  let mira: Client;
  beforeAll(async () => {
    api = await RunningApi.open();
    mira = openClient({ baseUrl: api.address, token: await api.tokenOf('human:mira') });
  });
  afterAll(() => api.close());

  it('agree on every address', async () => {
    const { body } = await api.call<{ paths: Record<string, object> }>('human:mira', 'GET', '/openapi.json');
    const published = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, ':')}`),
    );
    const called = Object.values<Route>(ROUTES).map(({ method, address }) => `${method} ${address.replace(/\?.*/, '')}`);
    expect(called.filter((call) => !published.includes(call))).toEqual([]);
  });

  it('W5: a lost answer is a replay: every kind of write is carried out once, with and without a version', async () => {
    let lose = false;
    const forgetful = openClient({
      baseUrl: api.address,
      token: await api.tokenOf('human:mira'),
      fetch: async (...request) => {
        const answer = await fetch(...request);
        lose = !lose;
        if (!lose) return answer;
        await answer.arrayBuffer();
        throw new TypeError('the answer was lost');
      },
    });
    const { task_id } = await forgetful.createTask({ task_title: 'Once' });
    await forgetful.handOff(task_id, { phase: 'implementing', expected_version: 1 });
    await forgetful.update(task_id, { expected_version: 2, state_delta: { warnings: ['thin ice'] } });
    const { claim } = await forgetful.claim(task_id, {});
    await forgetful.heartbeat(task_id, { claim_epoch: claim.claim_epoch });
    await forgetful.release(task_id, { claim_epoch: claim.claim_epoch, reason: 'lunch' });
    await forgetful.editTask(task_id, { goal: 'Once and for all.' });
    await forgetful.reassign(task_id, { target_agent: 'dev-qa', reason: 'holiday' });
    await forgetful.cancel(task_id, { reason: 'no need' });
    await forgetful.reopen(task_id, { reason: 'need after all' });
    const fork = await forgetful.fork(task_id, { version: 3 });
    const { items } = await mira.history(task_id, {});
    expect(items.map(({ kind }) => kind).reverse()).toEqual([
      ...['create', 'handoff', 'update', 'claim', 'release', 'edit', 'reassign', 'cancel', 'reopen'],
    ]);
    expect(fork.version).toBe(4);
    expect((await mira.listTasks({ q: 'Once' })).items).toHaveLength(2);
  });

  it('who lost a race builds on what was written from the refusal alone, and wins the second time', async () => {
    const { task_id } = await mira.createTask({ task_title: 'Contested' });
    const base = await mira.task(task_id, {});
    const asOther = openClient({ baseUrl: api.address, token: await api.tokenOf('human:noah') });
    await asOther.update(task_id, { expected_version: 1, state_delta: { decisions: [{ decision: 'Blue', rationale: 'Calm.' }] } });
    const refused: unknown = await mira
      .update(task_id, { expected_version: 1, state_delta: { warnings: ['red'] } })
      .catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(ApiError);
    const now = rebase((refused as ApiError).problem, base) as TaskState;
    expect(now.decisions_made.map(({ decision }) => decision)).toEqual(['Blue']);
    await mira.update(task_id, { expected_version: now.version, state_delta: { warnings: ['red'] } });
    const { context_summary, ...shown } = await mira.version(task_id, 2, {});
    expect(context_summary).toContain('Blue');
    expect(now).toEqual(shown);
  });

  it('a wait for a change ends with the change', async () => {
    const { task_id } = await mira.createTask({ task_title: 'Watched' });
    expect(await mira.taskAfter(task_id, 1, 0)).toBeNull();
    const changed = mira.taskAfter(task_id, 1);
    await mira.editTask(task_id, { goal: 'Seen.' });
    expect(await changed).toMatchObject({ version: 2, goal: 'Seen.' });
  });
});
