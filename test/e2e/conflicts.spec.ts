import { apply, type Operation, type TaskState } from '@app/handoff';
import { RunningApi } from '../support/running-api.js';

interface Conflict {
  readonly code: string;
  readonly current_version: number;
  readonly written_by: string;
  readonly claimed_by: string | null;
  readonly claim_alive: boolean | null;
  readonly patch: readonly Operation[] | null;
  readonly next: { readonly actions: readonly { readonly do: string; readonly body: Record<string, unknown> }[] };
}

describe('a caller that lost a race', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open({ config: { limits: { requests_per_s: 100_000, in_flight: 1_000 } } });
  });
  afterAll(() => api.close());

  it('rebases from the body of the 409 alone, and is accepted at its second try', async () => {
    await api.call('human:mira', 'POST', '/v1/tasks', { task_id: 'T1', task_title: 'Login', phase: 'implementing' });
    const base = (await api.call<TaskState & { context_summary: string }>('agent:dev-engineer', 'GET', '/v1/tasks/T1')).body;
    await api.call('human:mira', 'POST', '/v1/tasks/T1/updates', {
      expected_version: 1,
      state_delta: { warnings: ['The proxy strips cookies.'] },
    });
    await api.call('human:mira', 'PATCH', '/v1/tasks/T1', { goal: 'Users stay signed in.' });
    const mine = { phase: 'testing', state_delta: { artifacts: [{ path: 'a.ts' }] } };
    const lost = await api.call<Conflict>('agent:dev-engineer', 'POST', '/v1/tasks/T1/handoffs', {
      ...mine,
      expected_version: base.version,
    });
    expect(lost.status).toBe(409);
    expect(lost.body).toMatchObject({
      code: 'version_conflict',
      current_version: 3,
      written_by: 'human:mira',
      claimed_by: null,
      claim_alive: null,
    });
    const { context_summary: _, ...state } = base;
    const rebased = apply(state, lost.body.patch ?? []) as TaskState;
    const { context_summary: __, ...head } = (
      await api.call<TaskState & { context_summary: string }>('agent:dev-engineer', 'GET', '/v1/tasks/T1')
    ).body;
    expect(rebased).toEqual(head);
    const offered = lost.body.next.actions.find((action) => action.do === 'hand_off')?.body;
    const second = await api.call('agent:dev-engineer', 'POST', '/v1/tasks/T1/handoffs', { ...offered, ...mine });
    expect([second.status, second.body.version]).toEqual([201, 4]);
  });

  it('is told what it may do instead, also where no task says it', async () => {
    const refused = async (who: string, method: string, path: string, body?: object, headers = {}) => {
      const answer = await api.call<Conflict>(who, method, path, body, headers);
      return [answer.status, answer.body.code, answer.body.next?.actions.map((action) => action.do)];
    };
    const create = { task_title: 'For nobody', target_agent: 'nobody' };
    expect(await refused('agent:dev-reviewer', 'POST', '/v1/tasks', create)).toEqual([422, 'unknown_agent', ['wait']]);
    expect(await refused('human:mira', 'POST', '/v1/tasks', create)).toEqual([422, 'unknown_agent', []]);
    expect(await refused('human:mira', 'POST', '/v1/tasks', create, { prefer: 'return=minimal' })).toEqual([
      422,
      'unknown_agent',
      undefined,
    ]);
    expect(await refused('worker:w', 'POST', '/v1/me/claim', { agents: ['nobody'] })).toEqual([422, 'unknown_agent', ['wait']]);
    await api.call('human:mira', 'POST', '/v1/tasks', { task_id: 'Small', task_title: 'Small' });
    expect(await refused('viewer:wall', 'GET', '/v1/tasks/Small?max_tokens=9')).toEqual([422, 'budget_too_small', []]);
    expect(await refused('human:mira', 'POST', '/v1/tasks', { task_id: 'SMALL', task_title: 'x' })).toMatchObject([
      409,
      'task_exists',
      expect.arrayContaining(['claim']),
    ]);
  });

  it('is one of all but one, however many race, and every loser is told who won', async () => {
    await api.call('human:mira', 'POST', '/v1/tasks', { task_id: 'Race', task_title: 'Race', phase: 'implementing' });
    for (let round = 1; round <= 20; round++) {
      const racers = Array.from({ length: 8 }, (_, n) =>
        api.call<Conflict>('human:mira', 'POST', '/v1/tasks/Race/updates', {
          expected_version: round,
          state_delta: { warnings: [`${round}-${n}`] },
        }),
      );
      const answers = await Promise.all(racers);
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.code === 'version_conflict')).toHaveLength(7);
    }
    expect((await api.call('human:mira', 'GET', '/v1/tasks/Race/verify')).body).toMatchObject({ ok: true, versions: 21 });
  });
});

describe('retrying', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open({ config: { limits: { requests_per_s: 100_000, in_flight: 1_000 } } });
  });
  afterAll(() => api.close());
  const twice = async (who: string, method: string, path: string, body: object, headers = {}) => [
    await api.call(who, method, path, body, headers),
    await api.call(who, method, path, body, headers),
  ];
  const replays = (answers: readonly { headers: Record<string, unknown> }[]) =>
    answers.map(({ headers }) => headers['idempotent-replayed']);

  it('without a key: the command that wrote the next version is answered again, not carried out again', async () => {
    expect(replays(await twice('human:mira', 'POST', '/v1/tasks', { task_id: 'R1', task_title: 'Retry', phase: 'implementing' }))).toEqual([
      undefined,
      'true',
    ]);
    const delta = { expected_version: 1, state_delta: { warnings: ['Once.'] } };
    const updates = await twice('agent:dev-engineer', 'POST', '/v1/tasks/R1/updates', delta);
    expect(replays(updates)).toEqual([undefined, 'true']);
    expect(updates.map(({ status, body }) => [status, body.version])).toEqual([
      [201, 2],
      [201, 2],
    ]);
    const other = await api.call('human:mira', 'POST', '/v1/tasks/R1/updates', delta);
    expect([other.status, other.body.code]).toEqual([409, 'version_conflict']);
    const later = await api.call('agent:dev-engineer', 'POST', '/v1/tasks/R1/updates', {
      expected_version: 2,
      state_delta: { warnings: ['Later.'] },
    });
    const late = await api.call('agent:dev-engineer', 'POST', '/v1/tasks/R1/updates', delta);
    expect([later.status, late.status, late.body.version, late.headers['idempotent-replayed']]).toEqual([201, 201, 2, 'true']);
    expect(replays(await twice('human:mira', 'POST', '/v1/tasks/R1/cancel', { reason: 'No longer wanted.' }))).toEqual([undefined, 'true']);
  });

  it('with a key: also what names no version, and a task nobody named', async () => {
    const [first, again] = await twice('human:mira', 'POST', '/v1/tasks', { task_title: 'Named by its key' }, { 'idempotency-key': 'k-1' });
    expect(again?.body).toMatchObject({ task_id: first?.body.task_id, version: 1 });
    expect(replays([first, again] as never)).toEqual([undefined, 'true']);
    expect(String(first?.body.task_id).length).toBeLessThanOrEqual(12);
    const reused = await api.call('human:mira', 'POST', '/v1/tasks', { task_title: 'Another' }, { 'idempotency-key': 'k-1' });
    expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused']);
    const someoneElse = await api.call('human:noor', 'POST', '/v1/tasks', { task_title: 'Another' }, { 'idempotency-key': 'k-1' });
    expect([someoneElse.status, someoneElse.body.task_id === first?.body.task_id]).toEqual([201, false]);
    const long = await api.call('human:mira', 'POST', '/v1/tasks', { task_title: 'x' }, { 'idempotency-key': 'k'.repeat(256) });
    expect([long.status, long.body.code]).toEqual([400, 'invalid_request']);
  });

  it('a refused request may be sent again under its key', async () => {
    await api.call('human:mira', 'POST', '/v1/tasks', { task_id: 'R2', task_title: 'Retry', phase: 'implementing' });
    const handoff = (state_delta: object) =>
      api.call(
        'agent:dev-engineer',
        'POST',
        '/v1/tasks/R2/handoffs',
        { phase: 'testing', expected_version: 1, state_delta },
        { 'idempotency-key': 'h-1' },
      );
    expect((await handoff({})).body.code).toBe('phase_exit_failed');
    expect((await handoff({ artifacts: [{ path: 'a.ts' }] })).status).toBe(201);
  });
});
