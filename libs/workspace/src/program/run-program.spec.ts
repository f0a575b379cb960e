import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Writable } from 'node:stream';
import { KeptOutput } from './kept-output.js';
import { type Program, runProgram } from './run-program.js';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const isKnown = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
/** One that is dead and not yet buried is still known. */
const isAlive = (pid: number): boolean => {
  try {
    return isKnown(pid) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe('runProgram', () => {
  let dir = '';
  const run = (script: string, more: Partial<Program> = {}) =>
    runProgram({
      argv: [process.execPath, '-e', script],
      cwd: dir,
      env: { PATH: process.env.PATH ?? '' },
      timeoutMs: 60_000,
      ...more,
    });
  /** As soon as it is so. A test that is over waits no longer. */
  const until = async <T>(look: () => T | undefined): Promise<T> => {
    for (const mine = dir; mine === dir; await new Promise(setImmediate)) {
      const found = look();
      if (found !== undefined) return found;
    }
    throw new Error('It never came.');
  };
  /** Once the program has written it. */
  const written = (file: string): Promise<string> =>
    until(() => {
      const text = existsSync(join(dir, file)) ? readFileSync(join(dir, file), 'utf8') : '';
      return text.endsWith('\n') ? text.trim() : undefined;
    });
  const gone = (pid: number): Promise<boolean> => until(() => (isAlive(pid) ? undefined : true));

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'jerry-program-'));
  });
  afterEach(() => {
    rmSync(dir, { recursive: true, force: true });
    dir = '';
  });

  it('says how it ended, what it wrote to either output, and how long it took', async () => {
    const end = await run('process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3');
    expect(end).toMatchObject({ why: 'exited', exitCode: 3, stdout: 'out' });
    expect([end.output.includes('out'), end.output.includes('err'), end.durationMs >= 0]).toEqual([true, true, true]);
    const plain = await run('process.stdout.write("one"); process.stdout.write("two")');
    expect([plain.exitCode, plain.output, plain.outputHash]).toEqual([0, 'onetwo', sha('onetwo')]);
  });

  it('gives it its arguments as they are, its directory, nothing but its own environment, and what it reads', async () => {
    const script =
      'console.log(JSON.stringify([process.argv.slice(1), process.cwd(), process.env.SECRET ?? null, require("fs").readFileSync(0, "utf8")]))';
    const argv = [process.execPath, '-e', script, '--', '$(touch x)', '; echo', '*', '"'] as [string, ...string[]];
    const { stdout } = await runProgram({ argv, cwd: dir, env: { PATH: '' }, timeoutMs: 60_000, stdin: 'given' });
    expect(JSON.parse(stdout ?? '')).toEqual([['$(touch x)', '; echo', '*', '"'], dir, null, 'given']);
  });

  it('is not troubled by one that never reads what it is given', async () => {
    expect(await run('process.exit(0)', { stdin: 'x'.repeat(10_000_000) })).toMatchObject({ why: 'exited', exitCode: 0 });
  });

  it('says so when there is no such program, no directory, or an argument that none can have', async () => {
    const missing = await runProgram({ argv: [join(dir, 'nothing')], cwd: dir, env: {}, timeoutMs: 1_000 });
    expect([missing.why, missing.exitCode, missing.output]).toEqual(['not_started', null, `${join(dir, 'nothing')}: not found`]);
    writeFileSync(join(dir, 'plain'), 'text');
    expect((await runProgram({ argv: [join(dir, 'plain')], cwd: dir, env: {}, timeoutMs: 1_000 })).output).toBe(
      `${join(dir, 'plain')}: Permission denied`,
    );
    const homeless = await run('0', { cwd: join(dir, 'gone') });
    expect([homeless.why, homeless.output]).toEqual(['not_started', `The directory ${join(dir, 'gone')} is not there.`]);
    expect(await run('0', { argv: [process.execPath, 'a\0b'] })).toMatchObject({ why: 'not_started', exitCode: null });
  });

  const family = (own: string, childs: string) => `
    const { spawn } = require('child_process');
    const { writeFileSync } = require('fs');
    ${own}
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(`
      const { spawn } = require('child_process');
      ${childs}
      const grandchild = spawn(process.execPath, ['-e', ${JSON.stringify(`${childs} console.log('up'); setInterval(() => 0, 1000)`)}], { stdio: ['ignore', 'pipe', 'inherit'] });
      grandchild.stdout.once('data', () => console.log(grandchild.pid));
      setInterval(() => 0, 1000);
    `)}], { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', (pid) => writeFileSync('pids', [process.pid, child.pid, String(pid).trim()].join(' ') + '\\n'));
    setInterval(() => 0, 1000);
  `;

  it.each([
    ['that end when asked', '', ''],
    ['that hear no SIGTERM', 'process.on("SIGTERM", () => 0);', 'process.on("SIGTERM", () => 0);'],
  ])('ends one that hangs with its children and theirs, those %s', async (_name, own, childs) => {
    const calledOff = new AbortController();
    const ending = run(family(own, childs), { signal: calledOff.signal });
    const pids = (await written('pids')).split(' ').map(Number);
    expect(pids.map(isAlive)).toEqual([true, true, true]);
    calledOff.abort();
    expect(await ending).toMatchObject({ why: 'aborted', exitCode: null });
    await Promise.all(pids.map(gone));
  });

  it('ends one that takes too long', async () => {
    expect(await run('setInterval(() => 0, 1000)', { timeoutMs: 300 })).toMatchObject({ why: 'timeout', exitCode: null });
    expect(
      await run('process.on("SIGTERM", () => process.exit(0)); setInterval(() => 0, 1000); console.log(1)', { timeoutMs: 1_500 }),
    ).toMatchObject({
      why: 'timeout',
    });
  });

  it('does not begin what was called off before', async () => {
    const end = await run('require("fs").writeFileSync("ran", "")', { signal: AbortSignal.abort() });
    expect([end.why, existsSync(join(dir, 'ran'))]).toEqual(['aborted', false]);
  });

  it('takes what is left behind with it when the program itself is done', async () => {
    const script = `const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'inherit' });
      require('fs').writeFileSync('pids', child.pid + '\\n'); child.unref(); process.exit(0);`;
    expect(await run(script)).toMatchObject({ why: 'exited', exitCode: 0 });
    await gone(Number(await written('pids')));
  });

  it('does not wait for a daemon that left the group and holds the pipes open: it is out of reach', async () => {
    const script = `const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'inherit', detached: true });
      require('fs').writeFileSync('pids', child.pid + '\\n'); child.unref(); console.log('done'); process.exit(0);`;
    const end = await run(script);
    const daemon = Number(await written('pids'));
    try {
      expect(end).toMatchObject({ why: 'exited', exitCode: 0, stdout: 'done\n' });
      expect(isAlive(daemon)).toBe(true);
    } finally {
      process.kill(daemon, 'SIGKILL');
    }
  });

  describe('in a process that is killed', () => {
    const program = (...argv: Program['argv']): Program => ({ argv, cwd: dir, env: { PATH: process.env.PATH ?? '' }, timeoutMs: 600_000 });
    let owner: ChildProcessByStdio<Writable, null, null>;
    /** One that runs the next of these whenever it is told to, once it has run one that is over. */
    const ownerOf = (...programs: readonly Program[]) => {
      const script = `const { runProgram } = await import('./libs/workspace/src/program/run-program.ts');
        const [over, ...programs] = ${JSON.stringify([program('true'), ...programs])};
        await runProgram(over);
        for await (const _ of process.stdin) void runProgram(programs.shift());`;
      owner = spawn(process.execPath, ['--import', './scripts/typescript.mjs', '--input-type=module', '-e', script], {
        cwd: join(__dirname, '../../../..'),
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      return { begin: () => owner.stdin.write('go\n') };
    };
    afterEach(() => owner.kill('SIGKILL'));

    it.each([
      ['that end when asked', '', ''],
      ['that hear no SIGTERM', 'process.on("SIGTERM", () => 0);', 'process.on("SIGTERM", () => 0);'],
    ])('does not outlive it, nor do its children and theirs, those %s', async (_name, own, childs) => {
      ownerOf(program(process.execPath, '-e', family(own, childs))).begin();
      const pids = (await written('pids')).split(' ').map(Number);
      expect(pids.map(isAlive)).toEqual([true, true, true]);
      owner.kill('SIGKILL');
      await Promise.all(pids.map(gone));
    });

    it('does not outlive it either when somebody ended what watches over that', async () => {
      const sleeper = (file: string) => program('/bin/sh', '-c', `echo $$ > ${file}; exec sleep 600`);
      const { begin } = ownerOf(sleeper('first'), sleeper('second'));
      begin();
      const first = Number(await written('first'));
      const processes = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).stdout.split('\n');
      const watcher = Number.parseInt(processes.find((line) => new RegExp(` ${owner.pid} .*jerry-leash`).test(line)) ?? '', 10);
      process.kill(watcher, 'SIGKILL');
      await until(() => (isKnown(watcher) ? undefined : true));
      begin();
      const pids = [first, Number(await written('second'))];
      expect(pids.map(isAlive)).toEqual([true, true]);
      owner.kill('SIGKILL');
      await Promise.all(pids.map(gone));
    });
  });

  it('takes a gigabyte in bounded memory, and everybody else still has their turn', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const before = process.memoryUsage().rss;
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
    }, 20);
    delay.enable();
    const end = await run(`
      const piece = Buffer.alloc(1024 * 1024, 'x');
      const { writeSync } = require('fs');
      for (let n = 0; n < 1024; n++) for (let at = 0; at < piece.length; ) at += writeSync(1, piece, at);
      writeSync(1, 'the end');
    `);
    delay.disable();
    clearInterval(watching);
    expect([end.exitCode, end.stdout, end.output.endsWith('xthe end')]).toEqual([0, null, true]);
    expect(end.output).toMatch(/^x{16384}\n\[… 1073676295 bytes left out …\]\nx/);
    expect(end.output.length).toBeLessThan(70_000);
    process.stdout.write(
      `1 GB in ${end.durationMs} ms; event loop: p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, most ${(delay.max / 1e6).toFixed(1)} ms; memory +${Math.round(most / 1e6)} MB\n`,
    );
    expect(most).toBeLessThan(150_000_000);
    // Of whatever time a gigabyte takes here: an output taken in one piece would hold everybody up for most of it.
    expect(delay.percentile(99) / 1e6).toBeLessThan(end.durationMs / 10);
  });
});

describe('KeptOutput', () => {
  it.each([0, 1, 10, 15, 16, 17, 50, 1_000])('keeps both ends of %d bytes, in pieces of any size, and hashes all of them', (length) => {
    const text = Array.from({ length }, (_, at) => String(at % 10)).join('');
    for (const size of [1, 3, 7, 64, 1_000]) {
      const kept = new KeptOutput(6, 10);
      for (let at = 0; at < length; at += size) kept.add(Buffer.from(text.slice(at, at + size)));
      expect(kept.hash).toBe(sha(text));
      expect(kept.text).toBe(length <= 16 ? text : `${text.slice(0, 6)}\n[… ${length - 16} bytes left out …]\n${text.slice(-10)}`);
    }
  });
});
