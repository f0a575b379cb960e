import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RunningApi } from '../support/running-api.js';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const SECRET = 'what lies outside the project';

describe("the project's files, over HTTP", () => {
  let api: RunningApi;
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(api.project, path)), { recursive: true });
    writeFileSync(join(api.project, path), text);
  };
  const handOff = async (who: string, task: string, phase: string, expected_version: number, state_delta: object = {}) =>
    api.call<{ version: number; code?: string; reasons?: unknown; state?: { artifacts: unknown } }>(
      who,
      'POST',
      `/v1/tasks/${task}/handoffs?include=state`,
      { phase, expected_version, state_delta },
    );
  const toImplementing = async (task: string): Promise<number> => {
    await api.call('human:mira', 'POST', '/v1/tasks', { task_id: task, task_title: task, phase: 'implementing' });
    return 1;
  };

  beforeAll(async () => {
    api = await RunningApi.open();
  });
  afterAll(() => api.close());

  it('a path is enough: type, hash and size are what lies there; and the claim says what became of each', async () => {
    for (const path of ['src/kept.ts', 'src/changed.ts', 'src/removed.ts', 'test/kept.spec.ts']) put(path, path);
    const version = await toImplementing('T1');
    const paths = ['src/kept.ts', 'src/changed.ts', 'src/removed.ts', 'test/kept.spec.ts', 'src/never-there.ts'];
    const handed = await handOff('agent:dev-engineer', 'T1', 'testing', version, { artifacts: paths.map((path) => ({ path })) });
    expect([handed.status, handed.body.state?.artifacts]).toEqual([
      201,
      paths.map((path) =>
        expect.objectContaining({
          path,
          artifact_type: path.startsWith('test') ? 'test' : 'source',
          content_hash: path.includes('never') ? null : sha(path),
          size_bytes: path.includes('never') ? null : path.length,
        }),
      ),
    ]);
    put('src/changed.ts', 'other');
    rmSync(join(api.project, 'src/removed.ts'));
    const claimed = await api.call('agent:dev-qa', 'POST', '/v1/tasks/T1/claim', {});
    expect(claimed.body.artifacts).toEqual([
      { path: 'src/kept.ts', status: 'verified' },
      { path: 'src/changed.ts', status: 'changed' },
      { path: 'src/removed.ts', status: 'missing' },
      { path: 'test/kept.spec.ts', status: 'verified' },
      { path: 'src/never-there.ts', status: 'unverified' },
    ]);
  });

  it('nobody leaves reviewing with files that are not what was handed in', async () => {
    put('a.ts', 'a');
    const version = await toImplementing('T2');
    await handOff('agent:dev-engineer', 'T2', 'testing', version, { artifacts: [{ path: 'a.ts' }] });
    await handOff('agent:dev-qa', 'T2', 'reviewing', version + 1);
    put('a.ts', 'b');
    const refused = await handOff('agent:dev-reviewer', 'T2', 'completed', version + 2);
    expect([refused.status, refused.body.code, refused.body.reasons]).toEqual([
      422,
      'phase_exit_failed',
      [expect.objectContaining({ code: 'artifact_changed' })],
    ]);
    put('a.ts', 'a');
    expect((await handOff('agent:dev-reviewer', 'T2', 'completed', version + 2)).status).toBe(201);
  });

  it('nothing outside is seen, whatever the path or the link', async () => {
    const outside = join(api.project, '../outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'marker'), SECRET);
    writeFileSync(join(api.project, '.jerry/marker'), SECRET);
    const version = await toImplementing('T3');
    const never = [
      '../outside/marker',
      join(outside, 'marker'),
      '.jerry/marker',
      '.JERRY/marker',
      'src/../../outside/marker',
      'C:marker',
      '.git/config',
    ];
    for (const path of never) {
      const refused = await handOff('agent:dev-engineer', 'T3', 'testing', version, { artifacts: [{ path }] });
      expect([path, refused.status, refused.body.code]).toEqual([path, 400, 'invalid_request']);
    }
    symlinkSync('../outside/marker', join(api.project, 'link.ts'));
    symlinkSync('../outside', join(api.project, 'folder'));
    symlinkSync('.jerry', join(api.project, 'own'));
    const paths = ['link.ts', 'folder/marker', 'folder/nothing', 'own/marker', '%2e%2e/outside/marker'];
    const handed = await handOff('agent:dev-engineer', 'T3', 'testing', version, { artifacts: paths.map((path) => ({ path })) });
    expect([handed.status, handed.body.state?.artifacts]).toEqual([
      201,
      paths.map((path) => expect.objectContaining({ path, content_hash: null, size_bytes: null })),
    ]);
    const claimed = await api.call('agent:dev-qa', 'POST', '/v1/tasks/T3/claim', {});
    expect((claimed.body.artifacts as { status: string }[]).map(({ status }) => status)).toEqual([
      'unverified',
      'unverified',
      'unverified',
      'unverified',
      'unverified',
    ]);
    expect(claimed.text).not.toContain(sha(SECRET));
  });
});
