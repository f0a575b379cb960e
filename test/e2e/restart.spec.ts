import { RunningApi } from '../support/running-api.js';

describe('an API that dies', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open({ asProcess: true });
  });
  afterAll(() => api.close());

  it('comes back with what it had accepted and with whom it knew', async () => {
    const created = await api.call('human:mira', 'POST', '/v1/tasks', { task_id: 'T1', task_title: 'Sign in' });
    expect([created.status, created.body]).toEqual([201, expect.objectContaining({ task_id: 'T1', version: 1 })]);
    const address = api.address;
    await api.kill();
    await expect(api.call('human:mira', 'GET', '/v1/tasks/T1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await api.start();
    expect(api.address).toBe(address);
    const found = await api.call('human:mira', 'GET', '/v1/tasks/T1');
    expect([found.status, found.body]).toEqual([200, expect.objectContaining({ task_id: 'T1', version: 1 })]);
    await api.stop();
    expect(api.output).not.toMatch(/error/i);
  });
});
