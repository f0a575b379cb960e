import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExecutorProject } from '../../../../../test/support/executor-project.js';

const HANDOFF = { handoff: { phase: 'reviewing', state_delta: { warnings: ['thin ice'] } } };
/** Leaves this text as its outcome, and then does something else. */
const leaving = (text: string, then = '') => `fs.writeFileSync(process.env.JERRY_OUTCOME_FILE, ${JSON.stringify(text)});\n${then}`;
/** In two parts, so that no search for secrets takes this file for one that holds a key. */
const KEY = 'sk-ant-' + 'api03-ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** One that is dead and that nobody has buried yet is dead. */
const isAlive = (pid: number) => /^[^Z\s]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);

describe('openCommandExecutor', () => {
  let project: ExecutorProject;
  beforeEach(async () => {
    project = await ExecutorProject.open();
  });
  afterEach(() => project.close());

  const ran = async (body: string, settings: object = {}, given: Parameters<ExecutorProject['run']>[1] = {}) =>
    project.run({ command: [await project.program('agent', body)], ...settings }, given);
  const failure = async (body: string, settings: object = {}) => {
    const outcome = await ran(body, settings);
    if (!('failed' in outcome)) throw new Error('It did not fail.');
    return outcome.failed;
  };
  const runs = () => readdir(join(project.root, '.jerry/runs/T1'));

  it('gives the work as JSON on stdin and as files, and takes the outcome from the file it named', async () => {
    const body = `const given = fs.readFileSync(0, 'utf8');
      fs.writeFileSync('seen.json', JSON.stringify({ given, cwd: process.cwd(), argv: process.argv.slice(2) }));
      fs.writeFileSync(JSON.parse(given).outcome_file, ${JSON.stringify(JSON.stringify(HANDOFF))});`;
    expect(await ran(body)).toEqual(HANDOFF);
    const { given, cwd, argv } = JSON.parse(await readFile(join(project.root, 'seen.json'), 'utf8'));
    const folder = join(project.root, '.jerry/runs/T1/T1-v3-e2');
    expect([cwd, argv]).toEqual([project.root, []]);
    expect(given).toBe(await project.left('input.json'));
    expect(JSON.parse(given)).toEqual({
      task_id: 'T1',
      phase: 'testing',
      agent: 'dev-qa',
      effect_key: 'T1-v3',
      claim_epoch: 2,
      command: null,
      context_summary: 'Task T1: Mend it\ntesting, in_progress, v4',
      artifacts: [],
      prompt_file: join(folder, 'prompt.md'),
      outcome_file: join(folder, 'outcome.json'),
      input_file: join(folder, 'input.json'),
      work_dir: project.root,
    });
    expect(await project.left('prompt.md')).toContain(`Write it to the file \`${join(folder, 'outcome.json')}\``);
    const modes = await Promise.all(
      [folder, join(folder, 'input.json'), join(folder, 'prompt.md'), join(folder, 'output.log')].map((path) => lstat(path)),
    );
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600', '600', '600']);
  });

  it('fills in places once, in one pass, and lets no shell read them', async () => {
    const tricky = '{task_id}; touch $(pwned) `pwned` > pwned';
    const command = [
      await project.program(
        'agent',
        `fs.writeFileSync('argv.json', JSON.stringify(process.argv.slice(2)));\n${leaving(JSON.stringify(HANDOFF))}`,
      ),
    ];
    const args = ['--t={task_id}{task_id}', '{work_dir}', '{unknown}', '$HOME', tricky, '{input_file}', '{{task_id}}'];
    const outcome = await project.run({ command: [...command, ...args] }, { task_id: 'T{work_dir}', effect_key: 'T1-v3' });
    expect(outcome).toEqual(HANDOFF);
    expect(JSON.parse(await readFile(join(project.root, 'argv.json'), 'utf8'))).toEqual([
      '--t=T{work_dir}T{work_dir}',
      project.root,
      '{unknown}',
      '$HOME',
      'T{work_dir}; touch $(pwned) `pwned` > pwned',
      join(project.root, '.jerry/runs/T{work_dir}/T1-v3-e2/input.json'),
      '{T{work_dir}}',
    ]);
    expect(existsSync(join(project.root, 'pwned'))).toBe(false);
  });

  it('passes on what is allowed by name, and nothing else', async () => {
    Object.assign(project.env, {
      HOME: '/home/x',
      JERRY_WORKER_TOKEN: 'w'.repeat(40),
      JERRY_REDIS_URL: 'redis://x',
      OPENAI_API_KEY: 'o',
      MY_KEY: 'm',
      NODE_OPTIONS: '',
    });
    await ran(`fs.writeFileSync('env.json', JSON.stringify(process.env));\n${leaving(JSON.stringify(HANDOFF))}`, {
      env: ['MY_KEY', 'NOT_SET'],
    });
    // The last of them are a shell's own, which becomes the program once it is known whom to end with this process.
    const { PATH, HOME, MY_KEY, PWD, OLDPWD, SHLVL, _, ...rest } = JSON.parse(await readFile(join(project.root, 'env.json'), 'utf8'));
    expect([PATH, HOME, MY_KEY]).toEqual([project.env.PATH, '/home/x', 'm']);
    expect(
      Object.keys(rest)
        .filter((name) => !name.startsWith('__CF'))
        .sort(),
    ).toEqual([
      'JERRY_AGENT',
      'JERRY_CLAIM_EPOCH',
      'JERRY_EFFECT_KEY',
      'JERRY_INPUT_FILE',
      'JERRY_OUTCOME_FILE',
      'JERRY_PHASE',
      'JERRY_PROMPT_FILE',
      'JERRY_TASK_ID',
      'JERRY_WORK_DIR',
    ]);
    expect([rest.JERRY_TASK_ID, rest.JERRY_EFFECT_KEY, rest.JERRY_CLAIM_EPOCH, rest.JERRY_PHASE]).toEqual(['T1', 'T1-v3', '2', 'testing']);
  });

  it.each<[string, string, string, string]>([
    ['leaves nothing', '', 'code', 'ended with exit code 0, and it left no outcome.'],
    ['leaves nothing in the file', leaving(' \n'), 'code', 'its outcome is empty'],
    ['leaves no JSON', leaving('I am done!'), 'code', 'its outcome is not JSON'],
    ['leaves what is no outcome', leaving('{"handoff":{"phase":"testing","claim_epoch":9}}'), 'code', 'Unrecognized key: "claim_epoch"'],
    [
      'leaves too much',
      `fs.writeFileSync(process.env.JERRY_OUTCOME_FILE, '"' + 'x'.repeat(262143) + '"');`,
      'code',
      'more than 262144 bytes',
    ],
    ['leaves a folder', 'fs.mkdirSync(process.env.JERRY_OUTCOME_FILE);', 'code', 'not a regular file'],
    [
      'leaves a link',
      `fs.writeFileSync('real.json', '${JSON.stringify(HANDOFF)}'); fs.symlinkSync(process.cwd() + '/real.json', process.env.JERRY_OUTCOME_FILE);`,
      'code',
      'it is a link',
    ],
    [
      'leaves a pipe',
      `require('node:child_process').execFileSync('mkfifo', [process.env.JERRY_OUTCOME_FILE]);`,
      'code',
      'not a regular file',
    ],
    ['crashes', 'throw new Error("no such luck")', 'code', 'ended with exit code 1, and it left no outcome.'],
    [
      'crashes after it had handed in',
      leaving(JSON.stringify(HANDOFF), 'process.exitCode = 3;'),
      'code',
      'ended with exit code 3; the handoff it left was not taken.',
    ],
    ['is killed', 'process.kill(process.pid, "SIGKILL"); setInterval(() => 0, 1e6);', 'code', 'was ended by a signal'],
    ['asks to be tried again', 'process.exitCode = 75;', 'transient', 'asks to be tried again'],
  ])('one that %s is a failure with a packet', async (_what, body, kind, reason) => {
    const failed = await failure(body);
    expect(failed).toMatchObject({ class: kind, reason: expect.stringContaining(reason) });
    expect(failed.packet).toEqual({
      attempted: expect.stringMatching(/^Ran .*agent for T1-v3, claim epoch 2\.$/),
      observed: [
        { finding: expect.stringMatching(/^It ended after [\d.]+ s: /), source: expect.stringContaining('agent') },
        {
          finding: expect.any(String),
          source: expect.stringMatching(/^\.jerry\/runs\/T1\/T1-v3-e2\/output\.log, SHA-256 .* [0-9a-f]{64}$/),
        },
      ],
    });
  });

  it('believes one that says itself why it failed, however it ended', async () => {
    const own = { class: 'limit', reason: 'quota', retry_after_s: 60, packet: { attempted: 'half' } };
    expect(await failure(leaving(JSON.stringify({ failed: own }), 'process.exitCode = 1;'))).toEqual(own);
  });

  it('does not count it against the work that its program is not there', async () => {
    const outcome = await project.run({ command: ['no-such-program'] });
    expect(outcome).toMatchObject({
      failed: { class: 'limit', reason: expect.stringContaining('no-such-program could not be started; is it installed?') },
    });
  });

  it('ends one that takes too long, with its children', async () => {
    const body = `const { pid } = require('node:child_process').spawn('sleep', ['600']);
      fs.writeFileSync('child', String(pid)); console.log('still at it'); setInterval(() => 0, 1e6);`;
    const failed = await failure(body, { timeout_s: 1 });
    expect(failed).toMatchObject({ class: 'code', reason: expect.stringMatching(/was not done after [\d.]+ s and was ended\.$/) });
    expect(failed.packet?.observed?.[1]?.finding).toBe('Its output ends: still at it');
    const child = Number(await readFile(join(project.root, 'child'), 'utf8'));
    while (isAlive(child)) await new Promise((look) => setTimeout(look, 10));
  });

  it('ends one that is called off, and has nothing to show for it', async () => {
    const off = new AbortController();
    const command = [
      await project.program('agent', `fs.writeFileSync('begun', ''); ${leaving(JSON.stringify(HANDOFF))} setInterval(() => 0, 1e6);`),
    ];
    const running = project.run({ command }, { signal: off.signal });
    while (!existsSync(join(project.root, 'begun'))) await new Promise((look) => setTimeout(look, 10));
    off.abort();
    await expect(running).rejects.toThrow('was called off');
  });

  it('keeps what it wrote, bounded and without secrets, and shows its end', async () => {
    const body = `console.error('key ${KEY}'); process.stdout.write('x'.repeat(2_000_000) + '\\u001b[31m\\n${KEY} the end');`;
    const failed = await failure(body);
    const log = await project.left('output.log');
    expect(log.length).toBeLessThan(80_000);
    expect(log).toContain('bytes left out');
    const finding = failed.packet?.observed?.[1]?.finding ?? '';
    expect(finding.endsWith('the end')).toBe(true);
    for (const text of [log, JSON.stringify(failed)]) expect(text).not.toContain(KEY);
    expect(JSON.stringify(failed)).not.toContain('\\u001b');
  });

  it('keeps the newest twenty runs of a task', async () => {
    for (let epoch = 1; epoch <= 23; epoch += 1)
      await mkdir(join(project.root, `.jerry/runs/T1/T1-v${epoch < 12 ? 9 : 10}-e${epoch}`), { recursive: true });
    await mkdir(join(project.root, '.jerry/runs/T1/notes'));
    await ran(leaving(JSON.stringify(HANDOFF)), {}, { effect_key: 'T1-v11', claim: { claim_epoch: 24, instance: 'w', lease_s: 60 } });
    const kept = await runs();
    expect(kept).toHaveLength(21);
    expect(kept).toEqual(expect.arrayContaining(['T1-v9-e5', 'T1-v11-e24', 'notes']));
    expect(kept).not.toContain('T1-v9-e4');
  });

  it.each(['.jerry/runs', '.jerry/runs/T1'])('writes nothing behind a link at %s', async (path) => {
    const outside = join(project.root, '../outside');
    await mkdir(outside);
    await mkdir(join(project.root, path, '..'), { recursive: true });
    await symlink(outside, join(project.root, path));
    await expect(ran(leaving(JSON.stringify(HANDOFF)))).rejects.toThrow("is not a folder of this service's making");
    expect(await readdir(outside)).toEqual([]);
  });

  it('writes nothing where a program swapped its folder for a link meanwhile', async () => {
    const outside = join(project.root, '../outside');
    await mkdir(outside);
    await ran(`const folder = require('node:path').dirname(process.env.JERRY_OUTCOME_FILE);
      fs.renameSync(folder, folder + '.old'); fs.symlinkSync(${JSON.stringify(outside)}, folder); console.log('gone');`);
    expect(await readdir(outside)).toEqual([]);
  });

  it('takes a run that was begun under the same claim for one that is gone', async () => {
    await mkdir(join(project.root, '.jerry/runs/T1/T1-v3-e2'), { recursive: true });
    await writeFile(join(project.root, '.jerry/runs/T1/T1-v3-e2/outcome.json'), JSON.stringify(HANDOFF));
    expect(await failure('')).toMatchObject({ reason: expect.stringContaining('it left no outcome') });
  });

  it('hears each of two runs of one assignment by itself, however late the first one is', async () => {
    const body = `const { claim_epoch, outcome_file } = JSON.parse(fs.readFileSync(0, 'utf8'));
      while (claim_epoch === 1 && !fs.existsSync('second-is-done')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      fs.writeFileSync(outcome_file, JSON.stringify({ handoff: { phase: 'reviewing', state_delta: { warnings: ['by ' + claim_epoch] } } }));`;
    const claim = (claim_epoch: number) => ({ claim: { claim_epoch, instance: 'w', lease_s: 60 } });
    const first = ran(body, {}, claim(1));
    const second = await ran(body, {}, claim(2));
    await writeFile(join(project.root, 'second-is-done'), '');
    const warnings = [await first, second].map((outcome) => 'handoff' in outcome && outcome.handoff.state_delta?.warnings);
    expect(warnings).toEqual([['by 1'], ['by 2']]);
  });

  it('works where .jerry is not there yet', async () => {
    await rm(join(project.root, '.jerry'), { recursive: true });
    expect(await ran(leaving(JSON.stringify(HANDOFF)))).toEqual(HANDOFF);
  });
});
