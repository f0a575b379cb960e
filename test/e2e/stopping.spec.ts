import { once } from 'node:events';
import { connect } from 'node:net';
import { RunningApi } from '../support/running-api.js';

const MIRA = 'human:mira';

describe('the API, when it is stopped', () => {
  let api: RunningApi;
  beforeEach(async () => {
    api = await RunningApi.open({ config: { limits: { requests_per_s: 10_000, in_flight: 1_000 } } });
  });
  afterEach(() => api.close());

  const create = (task_id: string) => api.call(MIRA, 'POST', '/v1/tasks', { task_id, task_title: task_id });

  it('finishes what it began: whatever was accepted is there afterwards', async () => {
    await create('T0');
    const asked = Array.from({ length: 200 }, (_, i) => create(`T${i + 1}`).catch(() => null));
    await Promise.race(asked);
    await api.stop();
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer !== null && ![201, 503].includes(answer.status))).toEqual([]);
    const accepted = answers.flatMap((answer, i) => (answer?.status === 201 ? [`T${i + 1}`] : []));
    expect(accepted.length).toBeGreaterThan(0);
    await api.start();
    const found = await Promise.all(accepted.map((id) => api.call(MIRA, 'GET', `/v1/tasks/${id}`)));
    expect(found.every(({ status }) => status === 200)).toBe(true);
  });

  it('does not wait for those who are connected and say nothing', async () => {
    const { hostname, port } = new URL(api.address);
    const silent = connect(Number(port), hostname);
    await once(silent, 'connect');
    await create('T1');
    const ended = once(silent, 'close');
    silent.resume();
    await api.stop();
    await ended;
    await api.start();
  });
});
