import { RunningApi } from '../support/running-api.js';

const CONFIG = { phase_exit: { implementing: { human_approval: true } } };

describe('GET /metrics', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open({ config: CONFIG });
  });
  afterAll(() => api.close());

  const human = (method: string, path: string, body?: unknown) => api.call('human:mira', method, path, body);
  const figures = async (): Promise<Map<string, number>> => {
    const { text } = await api.call('viewer:ops', 'GET', '/metrics');
    const lines = text.split('\n').filter((line) => /^\w/.test(line));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
  };

  it('is for everybody who is known, in the text format', async () => {
    expect((await api.call(null, 'GET', '/metrics')).status).toBe(401);
    for (const who of ['admin:local', 'human:mira', 'agent:dev-qa', 'viewer:ops', 'worker:one']) {
      const { status, headers } = await api.call(who, 'GET', '/metrics');
      expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    }
  });

  it('says what was accepted, refused, replayed, summarised and answered, and what waits for whom', async () => {
    await human('POST', '/v1/tasks', { task_id: 'T1', task_title: 'One', phase: 'implementing' });
    await human('POST', '/v1/tasks', { task_id: 'T2', task_title: 'Two' });
    expect((await human('POST', '/v1/tasks', { task_id: 'T2', task_title: 'Two' })).headers['idempotent-replayed']).toBe('true');
    const handoff = { phase: 'implementing', expected_version: 1, state_delta: { packet: { next_agent_should_first: 'Go on.' } } };
    expect((await api.call('agent:dev-engineer', 'POST', '/v1/tasks/T1/handoffs', handoff)).status).toBe(201);
    const stale = { ...handoff, state_delta: { packet: { next_agent_should_first: 'Go elsewhere.' } } };
    expect((await api.call('agent:dev-engineer', 'POST', '/v1/tasks/T1/handoffs', stale)).status).toBe(409);
    expect((await human('GET', '/v1/nothing/here')).status).toBe(404);
    const gated = { phase: 'testing', expected_version: 2, state_delta: { artifacts: [{ path: 'a.ts' }] } };
    const { body } = await api.call('agent:dev-engineer', 'POST', '/v1/tasks/T1/handoffs', gated);
    expect(body).toMatchObject({ dispatch: 'awaiting_gate' });

    const after = await figures();
    const expected = {
      'jerry_commands_accepted_total{kind="create"}': 2,
      'jerry_commands_accepted_total{kind="handoff"}': 2,
      'jerry_commands_replayed_total{kind="create"}': 1,
      'jerry_refusals_total{code="version_conflict"}': 1,
      'jerry_refusals_total{code="not_found"}': 1,
      'jerry_refusals_total{code="unauthorized"}': 1,
      jerry_conflicts_total: 1,
      jerry_append_seconds_count: 4,
      jerry_gates_open: 1,
      'jerry_tasks_waiting{agent="dev-engineer"}': 1,
      'jerry_tasks_waiting{agent="dev-qa"}': 0,
      jerry_http_in_flight: 1,
      jerry_event_streams_open: 0,
      'jerry_http_request_seconds_count{method="POST",route="/v1/tasks/:task_id/handoffs",status="201"}': 2,
      'jerry_http_request_seconds_count{method="POST",route="/v1/tasks/:task_id/handoffs",status="409"}': 1,
      'jerry_http_request_seconds_count{method="GET",route="none",status="404"}': 1,
    };
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, after.get(name)]))).toEqual(expected);
    expect(after.get('jerry_summary_tokens_count')).toBeGreaterThanOrEqual(2);
    for (const name of ['jerry_task_wait_oldest_seconds{agent="dev-engineer"}', 'jerry_gate_oldest_seconds', 'jerry_append_seconds_sum'])
      expect(after.get(name)).toBeGreaterThan(0);
    // Nobody is rung by this service, so it has no queue to speak of.
    expect([...after.keys()].filter((name) => name.startsWith('jerry_queue_up'))).toEqual([]);
  });
});
