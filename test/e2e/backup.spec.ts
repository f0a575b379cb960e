import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks } from '../docs/pages.js';
import { RunningApi } from '../support/running-api.js';

const TASKS = Array.from({ length: 6 }, (_, n) => `T${n}`);

describe('the documented back-up', () => {
  let home = '';
  let api: RunningApi;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'jerry-backup-'));
    api = await RunningApi.open();
    // A project that has been started before: its writers are counted.
    await api.stop();
    await api.start();
  });
  afterAll(async () => {
    await api.close();
    await rm(home, { recursive: true });
  });

  const create = async (task_id: string) =>
    expect((await api.call('human:mira', 'POST', '/v1/tasks', { task_id, task_title: 'Kept' })).status).toBe(201);
  const update = async (task_id: string) => {
    const { version } = (await api.call<{ version: number }>('human:mira', 'GET', `/v1/tasks/${task_id}`)).body;
    const body = { expected_version: version, state_delta: { warnings: ['w'.repeat(2_000)] } };
    return api.call<{ version: number }>('human:mira', 'POST', `/v1/tasks/${task_id}/updates`, body);
  };

  it('taken while the service writes, brings back a project that goes on', async () => {
    await Promise.all(TASKS.map(create));
    const [script = ''] = codeBlocks(await readFile(join(__dirname, '../../docs/operations.md'), 'utf8'), 'sh');
    let copying = true;
    const written = new Map<string, number>();
    const writing = TASKS.map(async (task_id) => {
      while (copying) written.set(task_id, (await update(task_id)).body.version);
    });
    while (written.size < TASKS.length) await Promise.race(TASKS.map(() => api.call('human:mira', 'GET', '/v1/tasks')));
    const before = new Map(written);
    await promisify(execFile)('sh', ['-c', script], { env: { ...process.env, PROJECT: api.project, BACKUP: home } });
    copying = false;
    await Promise.all(writing);

    await api.stop();
    await rm(join(api.project, '.jerry'), { recursive: true });
    await mkdir(join(api.project, '.jerry'));
    await cp(home, join(api.project, '.jerry'), { recursive: true });
    await api.start();
    for (const task_id of TASKS) {
      const { body: verified } = await api.call('human:mira', 'GET', `/v1/tasks/${task_id}/verify`);
      expect(verified).toMatchObject({ ok: true });
      expect(Number(verified.versions)).toBeGreaterThanOrEqual(before.get(task_id) ?? 0);
      expect((await update(task_id)).body.version).toBe(Number(verified.versions) + 1);
      const { body: after } = await api.call('human:mira', 'GET', `/v1/tasks/${task_id}/verify`);
      expect(after).toMatchObject({ ok: true, versions: Number(verified.versions) + 1 });
    }
  });

  it('that left owner/ out is not written to, because nothing would count; the sentence says what brings it back', async () => {
    await api.stop();
    const owner = join(api.project, '.jerry/owner');
    await rm(owner, { recursive: true });
    const [, file = ''] =
      /owner is older than the histories .* make an empty file (\S+)\.$/.exec(await api.start().then(String, String)) ?? [];
    await writeFile(file, '');
    await api.start();
    const { version } = (await update('T1')).body;
    const { body } = await api.call('human:mira', 'GET', '/v1/tasks/T1/verify');
    expect(body).toMatchObject({ ok: true, versions: version });
  });
});
