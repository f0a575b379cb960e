import { existsSync, readFileSync } from 'node:fs';
import { CheckedApi } from '../support/checked-api.js';

const ENGINEER = 'agent:dev-engineer';
const SHOUTS = `const piece = Buffer.alloc(1024 * 1024, 'x'); const { writeSync } = require('fs');
for (let n = 0; n < 1024; n++) for (let at = 0; at < piece.length; ) at += writeSync(1, piece, at);
console.log(' the end');`;
const HANGS = "require('fs').writeFileSync('pid', process.pid + '\\n'); setInterval(() => 0, 1000)";
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
const residentMb = (pid: number): number => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

describe('the service, while checks run', () => {
  let checked: CheckedApi;
  beforeAll(async () => {
    const checks = {
      shouts: { command: [process.execPath, '-e', SHOUTS], covers: ['src/**'] },
      hangs: { command: [process.execPath, '-e', HANGS], covers: ['src/**'] },
    };
    checked = await CheckedApi.open({ checks }, true);
  });
  afterAll(() => checked.close());

  it('is not hurt by one that writes a gigabyte: others are answered, and memory stays bounded', async () => {
    await checked.create('T1');
    const { pid } = checked.api.process;
    const before = residentMb(pid);
    const { body } = await checked.check('T1', ['shouts']);
    const waits: number[] = [];
    let most = before;
    for (let status = 'running'; status === 'running'; ) {
      const started = performance.now();
      status = (await checked.run('T1', body.run_id)).body.status;
      waits.push(performance.now() - started);
      most = Math.max(most, residentMb(pid));
    }
    waits.sort((a, b) => a - b);
    const over = await checked.over('T1', body.run_id);
    expect(over).toMatchObject({
      status: 'finished',
      version: 2,
      results: [{ passed: true, detail: expect.stringMatching(/^…x+ the end$/) }],
    });
    expect(over.results[0]?.detail.length).toBeLessThanOrEqual(2_000);
    const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0;
    process.stdout.write(
      `1 GB in ${over.results[0]?.duration_ms} ms; ${waits.length} calls meanwhile, p99 ${p99.toFixed(0)} ms, longest ${waits.at(-1)?.toFixed(0)} ms; memory +${Math.round(most - before)} MB\n`,
    );
    expect(waits.length).toBeGreaterThan(20);
    // Nobody waits for the check: how long it takes is this machine's own measure of time.
    expect(p99).toBeLessThan((over.results[0]?.duration_ms ?? 0) / 4);
    expect(most - before).toBeLessThan(200);
  });

  it('ends them when it is stopped, tells whoever waits, and records nothing of them', async () => {
    await checked.create('T2');
    const waiting = checked.check('T2', ['hangs'], {}, ENGINEER, 30);
    await checked.written('pid', '\n');
    const pid = Number(checked.read('pid'));
    await checked.api.stop();
    expect((await waiting).body).toMatchObject({ status: 'failed', version: null, failure: { code: 'overloaded' } });
    expect(isAlive(pid)).toBe(false);
    await checked.api.start();
    expect(await checked.state('T2')).toMatchObject({ version: 1, checks: [] });
  });

  it('that dies in the middle of them knows nothing of the run afterwards, has recorded nothing, and does it when asked again', async () => {
    checked.remove('log', 'go-slow');
    await checked.create('T3');
    const { body } = await checked.check('T3', ['slow']);
    await checked.written('log', 'start slow');
    await checked.api.kill();
    await checked.api.start();
    expect((await checked.run('T3', body.run_id)).body).toMatchObject({ code: 'check_run_not_found' });
    expect(await checked.state('T3')).toMatchObject({ version: 1, checks: [] });
    checked.put('go-slow', '');
    expect((await checked.check('T3', ['slow'], {}, ENGINEER, 30)).body).toMatchObject({ status: 'finished', version: 2 });
    await checked.written('log', 'end slow\n');
  });
});
