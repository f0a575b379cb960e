import { existsSync, readFileSync } from 'node:fs';
import { openClient } from '@app/client';
import { asDocumented } from '../support/as-documented.js';
import { CheckedApi } from '../support/checked-api.js';
import { PLANTED_SECRETS } from '../support/planted-secrets.js';

const ENGINEER = 'agent:dev-engineer';
const secret = PLANTED_SECRETS.find(({ format }) => format === 'github-token')?.secret ?? '';
const node = (script: string) => [process.execPath, '-e', script];
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

const MORE = {
  fails: { command: node("console.log('one'); console.error('3 tests failed'); process.exit(3)"), covers: ['src/**'] },
  missing: { command: ['there-is-no-such-program'], covers: ['src/**'] },
  tells: { command: node("console.log('\\u001b[31mred\\u001b[0m ' + JSON.stringify(process.env) + process.cwd())"), covers: ['src/**'] },
  leaks: {
    command: node(`console.log('token: ' + ${JSON.stringify(secret.slice(0, 10))} + ${JSON.stringify(secret.slice(10))}); process.exit(1)`),
    covers: ['src/**'],
  },
  hangs: {
    command: node(
      "const { spawn } = require('child_process'); const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'inherit' }); require('fs').writeFileSync('pids', process.pid + ' ' + child.pid + '\\n'); process.on('SIGTERM', () => 0); setInterval(() => 0, 1000)",
    ),
    covers: ['src/**'],
    timeout_s: 1,
  },
  nothing: { command: node('0'), covers: ['not-there/**'] },
};

describe('checks that the service runs', () => {
  let checked: CheckedApi;
  beforeAll(async () => {
    checked = await CheckedApi.open({ checks: MORE });
  });
  afterAll(() => checked.close());
  let count = 0;
  const task = async (phase?: string, body?: object): Promise<string> => {
    count += 1;
    await checked.create(`T${count}`, phase, body);
    return `T${count}`;
  };
  const claim = async (name: string, who = ENGINEER): Promise<number> =>
    (await checked.api.call<{ claim: { claim_epoch: number } }>(who, 'POST', `/v1/tasks/${name}/claim`, {})).body.claim.claim_epoch;

  it('are answered with 202 and where to ask, and 200 once they are over; recorded as one version, and told as an event', async () => {
    const name = await task();
    const begun = await checked.check(name, ['slow', 'unit']);
    const { run_id } = begun.body;
    expect([begun.status, begun.headers.location, begun.body]).toEqual([
      202,
      `/v1/tasks/${name}/checks/${run_id}`,
      { run_id, status: 'running', results: [], version: null },
    ]);
    asDocumented('POST', `/v1/tasks/${name}/checks`, begun);
    expect(asDocumented('GET', `/v1/tasks/${name}/checks/${run_id}`, await checked.run(name, run_id)).body).toEqual(begun.body);
    const joined = checked.check(name, ['unit', 'slow', 'unit'], {}, ENGINEER, 30);
    checked.put('go-slow', '');
    const over = asDocumented('POST', `/v1/tasks/${name}/checks`, await joined);
    expect([over.status, over.body]).toMatchObject([
      200,
      {
        run_id,
        status: 'finished',
        version: 2,
        results: [
          { name: 'slow', passed: true, exit_code: 0, stable: true, detail: '' },
          { name: 'unit', passed: true, exit_code: 0, stable: true, detail: '' },
        ],
      },
    ]);
    expect(over.body.next?.actions.map((action) => action.do)).toContain('hand_off');
    expect((await checked.run(name, run_id)).body).toMatchObject({ status: 'finished', version: 2 });
    expect(await checked.state(name)).toMatchObject({ version: 2, quality_gates_passed: ['slow', 'unit'], status: 'pending' });
    const history = await checked.api.call<{ items: readonly object[] }>(ENGINEER, 'GET', `/v1/tasks/${name}/history`);
    expect(history.body.items[0]).toMatchObject({ version: 2, kind: 'evidence', by: ENGINEER, items: ['C2', 'C2.2'] });
    const viewer = openClient({ baseUrl: checked.api.address, token: await checked.api.tokenOf('viewer:v') });
    for await (const event of viewer.events({ taskId: name, after: '1' })) {
      expect(event).toMatchObject({ name: 'check.finished', task_id: name, version: 2, by: ENGINEER });
      break;
    }
  });

  it('run at most two at once and none twice at a time, whoever asks; who asks for one that runs gets what comes of it', async () => {
    checked.remove('go-slow', 'go-other', 'go-third', 'log');
    const [a, b, c] = [await task(), await task(), await task()];
    const asked = [
      checked.check(a, ['slow'], {}, ENGINEER, 30),
      checked.check(b, ['slow'], {}, ENGINEER, 30),
      checked.check(b, ['other'], {}, ENGINEER, 30),
      checked.check(c, ['third', 'slow'], {}, ENGINEER, 30),
    ];
    while (checked.read('log').split('start').length < 3) await new Promise(setImmediate);
    for (const name of ['slow', 'other', 'third']) checked.put(`go-${name}`, '');
    const answers = await Promise.all(asked);
    expect(answers.map(({ status, body }) => [status, body.status, body.results.every(({ passed }) => passed)])).toEqual(
      answers.map(() => [200, 'finished', true]),
    );
    let running = 0;
    const deeds = checked.read('log').trim().split('\n');
    for (const deed of deeds) {
      running += deed.startsWith('start') ? 1 : -1;
      expect(running).toBeLessThanOrEqual(2);
    }
    const [first, second] = deeds.flatMap((deed, at) => (deed === 'start slow' ? [at] : []));
    if (second !== undefined) expect(deeds.slice(first, second)).toContain('end slow');
    for (const name of [a, b, c])
      expect((await checked.api.call(ENGINEER, 'GET', `/v1/tasks/${name}/verify`)).body).toMatchObject({ ok: true });
  });

  it('asked for again under one key are one run, also when it is over; the key is not good for another', async () => {
    const name = await task();
    const key = { 'idempotency-key': 'once' };
    const first = await checked.check(name, ['unit'], {}, ENGINEER, 30, key);
    const again = await checked.check(name, ['unit'], {}, ENGINEER, 30, key);
    expect([again.status, again.body.run_id, again.headers['idempotent-replayed']]).toEqual([200, first.body.run_id, 'true']);
    expect((await checked.state(name)).version).toBe(2);
    const other = await checked.check(name, ['lint'], {}, ENGINEER, 30, key);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    const anew = await checked.check(name, ['unit'], {}, ENGINEER, 30);
    expect([anew.body.run_id === first.body.run_id, anew.body.version]).toEqual([false, 3]);
  });

  it('are refused by the contract’s table, with what to do instead', async () => {
    const refusal = async (...ask: Parameters<CheckedApi['check']>) => {
      const { status, body } = await checked.check(...ask);
      return [status, body.code];
    };
    const name = await task();
    expect(await refusal(name, ['unit', 'nope'])).toEqual([422, 'unknown_check']);
    expect((await checked.check(name, ['nope'])).body.detail).toContain('nope; it runs unit');
    expect(await refusal(name, [])).toEqual([400, 'invalid_request']);
    expect(await refusal(name, ['unit'], { claim_epoch: 7 })).toEqual([409, 'stale_claim']);
    expect(await refusal(name, ['unit'], { expected_version: 9 })).toEqual([409, 'version_conflict']);
    expect(await refusal(name, ['unit'], {}, 'agent:dev-qa')).toEqual([409, 'not_assigned']);
    expect(await refusal(name, ['unit'], {}, 'worker:w')).toEqual([409, 'not_assigned']);
    expect(await refusal(name, ['unit'], {}, 'viewer:v')).toEqual([403, 'forbidden']);
    expect(await refusal('T999', ['unit'])).toEqual([404, 'task_not_found']);
    const claim_epoch = await claim(name);
    expect(await refusal(name, ['unit'])).toEqual([428, 'claim_epoch_missing']);
    expect(await refusal(name, ['unit'], {}, 'human:mira')).toEqual([409, 'claimed_by_other']);
    expect((await checked.check(name, ['unit'], { claim_epoch }, 'human:mira', 30)).body.status).toBe('finished');
    const asking = {
      issues_raised: [{ issue: 'May I?', severity: 'low', requires_human: true }],
      packet: { next_agent_should_first: 'Wait.' },
    };
    await checked.handOff(name, 'implementing', asking, ENGINEER);
    expect(await refusal(name, ['unit'])).toEqual([409, 'gate_open']);
    expect((await checked.check(name, ['unit'], {}, 'human:mira', 30)).body.status).toBe('finished');
    await checked.api.call('human:mira', 'POST', `/v1/tasks/${name}/cancel`, { reason: 'x' });
    expect(await refusal(name, ['unit'], {}, 'human:mira')).toEqual([409, 'task_closed']);
    const unknown = await checked.run(name, 'abcdef');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'check_run_not_found']);
    expect((await checked.run(name, 'not-an-id')).status).toBe(400);
  });

  it('whose claim ends meanwhile say so, and record nothing', async () => {
    const name = await task();
    checked.remove('go-slow', 'log');
    const claim_epoch = await claim(name);
    const { body } = await checked.check(name, ['slow'], { claim_epoch });
    await checked.written('log', 'start slow');
    await checked.api.call('human:mira', 'POST', `/v1/tasks/${name}/reassign`, { target_agent: 'dev-qa', reason: 'holiday' });
    checked.put('go-slow', '');
    expect(await checked.over(name, body.run_id)).toMatchObject({
      status: 'failed',
      version: null,
      failure: { code: 'stale_claim' },
      results: [{ passed: true }],
    });
    expect((await checked.state(name)).checks).toEqual([]);
  });

  it('that do not pass are results: the exit code, the end of what was written, and what became of it', async () => {
    const name = await task();
    const { body } = await checked.check(name, ['fails', 'missing', 'nothing'], {}, ENGINEER, 30);
    expect(body.results).toMatchObject([
      { name: 'fails', passed: false, exit_code: 3, stable: true, detail: expect.stringContaining('3 tests failed') },
      { name: 'missing', passed: false, exit_code: null, detail: expect.stringMatching(/^It could not be started\.\n.*not found/) },
      { name: 'nothing', passed: true, detail: 'It covers no file.' },
    ]);
    const state = await checked.state(name);
    expect(state.quality_gates_failed).toEqual(['fails', 'missing']);
  });

  it('that hang are ended with their children and recorded as failed', async () => {
    const name = await task();
    const { body } = await checked.check(name, ['hangs'], {}, ENGINEER, 30);
    expect(body).toMatchObject({
      status: 'finished',
      version: 2,
      results: [{ passed: false, exit_code: null, detail: 'It was ended after 1 s.' }],
    });
    const pids = checked.read('pids').trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    while (pids.some(isAlive)) await new Promise(setImmediate);
  });

  it('run in the project, told only what they need, and what they write is cleaned', async () => {
    process.env.JERRY_PRETEND_SECRET = 'x'.repeat(40);
    try {
      const name = await task();
      const { body } = await checked.check(name, ['tells', 'leaks'], {}, ENGINEER, 30);
      const [tells, leaks] = body.results;
      expect(tells?.detail).toMatch(/^red /);
      expect(tells?.detail).toContain('"CI":"');
      expect(tells?.detail).toContain(checked.api.project.split('/').at(-2) ?? '');
      expect(tells?.detail).not.toMatch(/JERRY_|npm_|JEST_/);
      expect(leaks?.detail).toBe('token: [redacted:github-token]');
      const looked = await checked.api.call(ENGINEER, 'GET', `/v1/tasks/${name}/lookup?handle=C2.2`);
      expect(looked.text).toContain('[redacted:github-token]');
      expect(readFileSync(`${checked.api.project}/.jerry/history/${name}.jsonl`, 'utf8')).not.toContain(secret);
    } finally {
      delete process.env.JERRY_PRETEND_SECRET;
    }
  });

  it('are there for the client, which a lost answer does not make run twice', async () => {
    const name = await task();
    let lost = 0;
    const client = openClient({
      baseUrl: checked.api.address,
      token: await checked.api.tokenOf(ENGINEER),
      fetch: async (...request) => {
        const answer = await fetch(...request);
        if (lost++ > 0) return answer;
        await answer.arrayBuffer();
        throw new TypeError('the answer was lost');
      },
    });
    const run = await client.runChecks(name, { names: ['unit'] }, { query: { wait_s: 30 } });
    expect([run.status, run.version, lost]).toEqual(['finished', 2, 2]);
    expect((await client.checkRun(name, run.run_id)).results).toHaveLength(1);
  });
});
