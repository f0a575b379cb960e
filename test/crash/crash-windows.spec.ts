import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answered } from '../support/answered.js';
import { RunningApi } from '../support/running-api.js';
import type { DiskFault } from './faulty-disk.js';

const YEAR_MS = 365 * 24 * 3_600_000;
const ENGINEER = 'agent:dev-engineer';

/** The windows of an accepted command in which something can die or fail, each by its name; those of queue and workers stand with the workers. */
describe('crash window', () => {
  let controls = '';
  let api: RunningApi;
  let tasks = 0;
  const faultFile = () => join(controls, 'fault.json');
  const skewFile = () => join(controls, 'skew');
  const arm = (fault: DiskFault) => writeFile(faultFile(), JSON.stringify(fault));
  const history = (task: string) => readFile(join(api.project, '.jerry/history', `${task}.jsonl`), 'utf8');
  const lines = async (task: string) => (await history(task)).split('\n').filter((line) => line !== '').length;
  const verify = async (task: string) => (await api.call('human:mira', 'GET', `/v1/tasks/${task}/verify`)).body;

  const create = async (): Promise<string> => {
    const task_id = `W${++tasks}`;
    const { status } = await api.call('human:mira', 'POST', '/v1/tasks', { task_id, task_title: 'Login', phase: 'implementing' });
    expect(status).toBe(201);
    return task_id;
  };
  const handOff = (task: string): Promise<Answered> =>
    api.call(ENGINEER, 'POST', `/v1/tasks/${task}/handoffs`, {
      phase: 'testing',
      expected_version: 1,
      state_delta: { artifacts: [{ path: 'src/login.ts' }], warnings: ['Old sessions end once.'] },
    });
  /** Hands off while the process dies as armed, and brings it back. */
  const dyingHandOff = async (task: string, fault: DiskFault): Promise<void> => {
    const { ended } = api.process;
    await arm(fault);
    // Whether the answer got out before the process was gone is the window's own business.
    await handOff(task).catch(() => undefined);
    expect(await ended).toBe('SIGKILL');
    await api.start();
  };
  /** Once the state file of a task has caught up. */
  const stateFileShows = async (task: string, version: number): Promise<void> => {
    const path = join(api.project, '.jerry/state', `${task}.json`);
    const shown = async () => (JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as { version?: number }).version;
    while ((await shown()) !== version);
  };
  const expectOnce = async (task: string, retried: Answered, replayed: 'true' | undefined) => {
    expect([retried.status, retried.body.version, retried.headers['idempotent-replayed']]).toEqual([201, 2, replayed]);
    expect(await verify(task)).toMatchObject({ ok: true, versions: 2 });
    expect((await api.call(ENGINEER, 'GET', `/v1/tasks/${task}`)).body).toMatchObject({
      version: 2,
      phase: 'testing',
      warnings: { length: 1 },
    });
  };

  beforeAll(async () => {
    controls = await mkdtemp(join(tmpdir(), 'jerry-crash-'));
    api = await RunningApi.open({
      asProcess: true,
      program: 'test/crash/faulty-api.child.ts',
      env: { FAULT_FILE: faultFile(), SKEW_FILE: skewFile() },
      config: { limits: { requests_per_s: 10_000, in_flight: 1_000 } },
    });
  });
  afterAll(async () => {
    await api.close();
    await rm(controls, { recursive: true });
  });

  it('W0: dead before the write: version N, and the retry is carried out once', async () => {
    const task = await create();
    await dyingHandOff(task, { call: 'write', at: 'before' });
    expect(await lines(task)).toBe(1);
    await expectOnce(task, await handOff(task), undefined);
  });

  it('W1: dead in the write: a fragment that verify shows and nobody minds, and the retry is carried out once', async () => {
    const task = await create();
    await dyingHandOff(task, { call: 'write', at: 'half' });
    expect(await lines(task)).toBe(2);
    await expectOnce(task, await handOff(task), undefined);
    expect(await verify(task)).toMatchObject({ fragments: 1 });
  });

  it('W2: dead between write and sync: N or N + 1, both whole, and the retry ends in one N + 1', async () => {
    const task = await create();
    await dyingHandOff(task, { call: 'fdatasync', at: 'before' });
    await expectOnce(task, await handOff(task), 'true');
  });

  it('W3: dead after the sync, before the state file: rolled forward, and the retry is a replay', async () => {
    const task = await create();
    await dyingHandOff(task, { call: 'fdatasync', at: 'after' });
    await expectOnce(task, await handOff(task), 'true');
    await stateFileShows(task, 2);
  });

  it('W4: dead when all was done but the answer: the retry is a replay of it', async () => {
    const task = await create();
    // The file of the version before is out of the way, so that it is the handoff's own that is met.
    await stateFileShows(task, 1);
    await dyingHandOff(task, { call: 'rename', at: 'after' });
    await expectOnce(task, await handOff(task), 'true');
  });

  it('W5: the answer is lost on its way: the retry is a replay', async () => {
    const task = await create();
    const body = JSON.stringify({
      phase: 'testing',
      expected_version: 1,
      state_delta: { artifacts: [{ path: 'src/login.ts' }], warnings: ['Old sessions end once.'] },
    });
    const { hostname, port } = new URL(api.address);
    const headers = {
      authorization: `Bearer ${await api.tokenOf(ENGINEER)}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request({ hostname, port, method: 'POST', path: `/v1/tasks/${task}/handoffs`, headers });
    // Gone before a byte of the answer is read.
    await new Promise<void>((gone) => {
      sent.on('error', () => gone());
      sent.on('response', (response) => response.destroy());
      sent.on('close', () => gone());
      sent.end(body);
    });
    await expectOnce(task, await handOff(task), 'true');
  });

  it('W10: two people, or one who clicks twice: one vote decides, the same one again is a replay', async () => {
    const task = await create();
    await api.call(ENGINEER, 'POST', `/v1/tasks/${task}/handoffs`, {
      phase: 'testing',
      expected_version: 1,
      state_delta: { artifacts: [{ path: 'a.ts' }], issues_raised: [{ issue: 'May I?', severity: 'high', requires_human: true }] },
    });
    const { digest } = (await api.call('human:mira', 'GET', `/v1/gates/${task}.G2`)).body;
    const vote = (who: string) => api.call(who, 'POST', `/v1/gates/${task}.G2/votes`, { decision: 'approve', reason: 'Fine.', digest });
    await Promise.all(['human:mira', 'human:noor'].map((who) => api.tokenOf(who)));
    const first = await Promise.all([vote('human:mira'), vote('human:noor')]);
    expect(first.map(({ status }) => status).sort()).toEqual([201, 409]);
    const winner = first[0]?.status === 201 ? 'human:mira' : 'human:noor';
    const again = await vote(winner);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(await verify(task)).toMatchObject({ ok: true, versions: 3 });
  });

  it('W11: no space, or half a write: 507, nothing changed, reads go on, and it works again when there is space', async () => {
    for (const at of ['before', 'half'] as const) {
      const task = await create();
      const before = await readFile(join(api.project, '.jerry/state', `${task}.json`), 'utf8').catch(() => '');
      await arm({ call: 'write', at, fails: 'ENOSPC' });
      const full = await handOff(task);
      expect([full.status, full.body]).toMatchObject([507, { code: 'storage_full', retryable: true }]);
      expect((await api.call(ENGINEER, 'GET', `/v1/tasks/${task}`)).body).toMatchObject({ version: 1 });
      if (before !== '') expect(await readFile(join(api.project, '.jerry/state', `${task}.json`), 'utf8')).toBe(before);
      await expectOnce(task, await handOff(task), undefined);
    }
  });

  it('W12: the sync fails: 503, never tried again by this process, which ends; the next one says what is there', async () => {
    const task = await create();
    const { ended } = api.process;
    await arm({ call: 'fdatasync', at: 'before', fails: 'EIO' });
    const unknown = await handOff(task);
    expect([unknown.status, unknown.body.code]).toEqual([503, 'outcome_unknown']);
    expect(await ended).toBe(1);
    await api.start();
    const retried = await handOff(task);
    await expectOnce(task, retried, retried.headers['idempotent-replayed'] as 'true' | undefined);
  });

  it('W14: an altered line: read-only at the last good version, loud, named by verify, never made anew', async () => {
    const task = await create();
    await handOff(task);
    await api.kill();
    const path = join(api.project, '.jerry/history', `${task}.jsonl`);
    const altered = (await readFile(path, 'utf8')).replace('Old sessions end once.', 'Old sessions end twice');
    await writeFile(path, altered);
    await rm(join(api.project, '.jerry/state', `${task}.json`), { force: true });
    await rm(join(api.project, '.jerry/snapshots'), { recursive: true, force: true });
    await api.start();
    expect(await verify(task)).toMatchObject({ ok: false, first_bad: { after_version: 1 } });
    const refused = await api.call(ENGINEER, 'POST', `/v1/tasks/${task}/updates`, {
      expected_version: 1,
      state_delta: { warnings: ['w'] },
    });
    expect([refused.status, refused.body.code]).toEqual([503, 'task_read_only']);
    expect(await readFile(path, 'utf8')).toBe(altered);
    expect(api.output).toContain(task);
  });

  it('W15: the clock jumps by an hour and by years, both ways: versions, order and claims do not care', async () => {
    const task = await create();
    const claimed = (await api.call<{ version: number; claim: { claim_epoch: number } }>(ENGINEER, 'POST', `/v1/tasks/${task}/claim`, {}))
      .body;
    let version = claimed.version;
    for (const skew of [3_600_000, -3_600_000, YEAR_MS, -YEAR_MS, 10 * YEAR_MS, 0]) {
      await writeFile(skewFile(), String(skew));
      // Before the holder is heard of again: by this clock its lease may have run out years ago.
      const other = await api.call(ENGINEER, 'POST', `/v1/tasks/${task}/claim`, { instance: 'another' });
      expect(other.body).toMatchObject({ code: 'claimed_by_other', claim_alive: true });
      const beat = await api.call(ENGINEER, 'POST', `/v1/tasks/${task}/heartbeat`, { claim_epoch: claimed.claim.claim_epoch });
      expect(beat.status).toBe(200);
      const update = { expected_version: version, claim_epoch: claimed.claim.claim_epoch, state_delta: { warnings: [`skew ${skew}`] } };
      const answer = await api.call(ENGINEER, 'POST', `/v1/tasks/${task}/updates`, update);
      expect([answer.status, answer.body.version]).toEqual([201, ++version]);
    }
    expect(await verify(task)).toMatchObject({ ok: true, versions: version });
  });

  it('W16: a second writer is kept out; where it forces its way in, the first acknowledges nothing any more', async () => {
    const task = await create();
    const first = api.process;
    first.signal('SIGSTOP');
    const second = await RunningApi.openOn(api);
    try {
      const { status } = await second.call(ENGINEER, 'GET', `/v1/tasks/${task}`);
      expect(status).toBe(200);
      first.signal('SIGCONT');
      // It may have seen by itself that it is no longer the writer: then it takes nothing any more and ends.
      const late = await handOff(task).catch((error: NodeJS.ErrnoException) => error);
      expect('status' in late ? late.body.code : late.code).toMatch(/outcome_unknown|overloaded|ECONNRESET|ECONNREFUSED/);
      expect(await first.ended).toBe(1);
      expect((await second.call(ENGINEER, 'GET', `/v1/tasks/${task}`)).body).toMatchObject({ version: 1 });
    } finally {
      await second.close();
    }
    await api.start();
    await expectOnce(task, await handOff(task), undefined);
  });
});
