import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, loadConfig, systemRefusal } from '@app/platform';
import { startApi } from '../../apps/api/src/start-api.js';
import { SmallDisk } from './small-disk.js';
import { StartedHouse } from './started-house.js';

describe('npm start refuses in a sentence, without a stack, and with an exit code:', () => {
  let project = '';
  const started: StartedHouse[] = [];
  const disks: SmallDisk[] = [];
  const start = (env: Record<string, string> = {}, directory = project) => {
    const house = new StartedHouse(directory, env);
    started.push(house);
    return house;
  };
  const refusalOf = async (house: StartedHouse): Promise<string> => {
    expect(await house.exit()).not.toBe(0);
    expect(house.output).not.toMatch(/^\s+at /m);
    expect(house.output).not.toContain('is up');
    return house.output;
  };
  const refusal = (env: Record<string, string> = {}) => refusalOf(start(env));
  const smallDisk = (options: string): SmallDisk | null => {
    const disk = SmallDisk.mount(join(project, `disk${disks.length}`), options);
    if (disk === null) process.stderr.write('NOT RUN on a real full disk: mounting a small one takes root on Linux.\n');
    else disks.push(disk);
    return disk;
  };

  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'jerry-refused-'));
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((house) => house.stop()));
    for (const disk of disks.splice(0)) disk.unmount();
    await rm(project, { recursive: true });
  });

  it('bad variables, all of them', async () => {
    const said = await refusal({ JERRY_PORT: 'x', JERRY_PROCESS: 'y' });
    expect(said).toContain('JERRY_PORT must be');
    expect(said).toContain('JERRY_PROCESS must be');
  });

  it('a worker by itself that was not told where the others are', async () => {
    const said = await refusal({ JERRY_PROCESS: 'worker' });
    for (const name of ['JERRY_API_URL', 'JERRY_WORKER_TOKEN', 'JERRY_REDIS_URL']) expect(said).toContain(`${name} is needed`);
  });

  it('mistakes in .jerry/config.json, all of them', async () => {
    mkdirSync(join(project, '.jerry'));
    await writeFile(join(project, '.jerry/config.json'), '{ "attemps": 3, "summary": { "max_tokens": 1 } }');
    const said = await refusal();
    expect(said).toContain(`2 entries in ${join(project, '.jerry/config.json')} cannot be used:`);
    expect(said).toContain('attemps is not known; did you mean attempts?');
  });

  it('a port in use', async () => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const taken = other.address();
    const port = typeof taken === 'object' && taken !== null ? taken.port : 0;
    expect(await refusal({ JERRY_PORT: String(port) })).toContain(`Port ${port} on 127.0.0.1 is already in use`);
    await new Promise((closed) => other.close(closed));
  });

  it('a directory that is none, or that holds something else where .jerry should be', async () => {
    await writeFile(join(project, 'file'), '');
    expect(await refusal({ JERRY_PROJECT_DIR: join(project, 'file') })).toContain('is not a directory');
    await writeFile(join(project, '.jerry'), '');
    expect(await refusal()).toMatch(/\.jerry cannot be used \(EACCES\): allow this user/);
  });

  it('no permission to write', async () => {
    // Root may write anywhere but where nobody can.
    const disk = process.getuid?.() === 0 ? smallDisk('size=1m') : null;
    disk?.makeReadOnly();
    if (disk === null) chmodSync(project, 0o555);
    const said = await refusal({ JERRY_PROJECT_DIR: disk?.path ?? project });
    if (disk === null) chmodSync(project, 0o755);
    expect(said).toMatch(/\.jerry (is on a disk that is mounted read-only|cannot be used \(EACCES\)): .*JERRY_PROJECT_DIR/);
  });

  it('a full disk', async () => {
    const disk = smallDisk('size=64k');
    if (disk === null) return;
    expect(() => writeFileSync(join(disk.path, 'ballast'), Buffer.alloc(128 * 1024))).toThrow(/ENOSPC/);
    expect(await refusal({ JERRY_PROJECT_DIR: disk.path })).toMatch(/No space is left on the disk of .*: free some, and start again\./);
    expect(readdirSync(join(disk.path, '.jerry'))).not.toContain('.gitignore');
  });

  it('a disk that becomes full at any moment of the start', async () => {
    const logger = createLogger({ name: 'api', level: 'error', write: () => undefined });
    let refused = 0;
    for (let files = 2; files < 24; files += 1) {
      const disk = smallDisk(`size=1m,nr_inodes=${files}`);
      if (disk === null) return;
      const config = loadConfig({ JERRY_PORT: '0', JERRY_PROJECT_DIR: disk.path, XDG_STATE_HOME: join(project, 'state') }, '/');
      const [outcome] = await Promise.allSettled([startApi(config, logger)]);
      if (outcome.status === 'fulfilled') await outcome.value.stop();
      // What a process of its own would say of it.
      else
        expect(String(systemRefusal(outcome.reason))).toMatch(
          /^CannotStart: No space is left on the disk of .*: free some, and start again\.$/,
        );
      refused += outcome.status === 'fulfilled' ? 0 : 1;
    }
    expect(refused).toBeGreaterThan(4);
    expect(refused).toBeLessThan(22);
  });

  it('a Node that is too old', async () => {
    const old = join(project, 'old-node.mjs');
    await writeFile(old, "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });");
    const said = await refusal({ NODE_OPTIONS: `--import=${old}` });
    expect(said).toContain('Jerry Handoff needs Node 20.19 or newer and this is 18.20.4: install a newer one');
  });

  it('a second one on the same directory, after half a minute of patience and with the name of the first', async () => {
    const first = start();
    await first.says(/Stop {2,}Ctrl-C/);
    const second = start();
    await second.says(/is in use by process \d+/);
    const said = await refusalOf(second);
    const [, pid] =
      /\.jerry\/?\w* is in use by process (\d+) .*; stop it first, or give this one a directory of its own\./.exec(said) ?? [];
    const holders = ['writer.json', 'queue/holder.json'].map((file) => readFile(join(project, '.jerry', file), 'utf8'));
    expect((await Promise.all(holders)).map((holder) => String(JSON.parse(holder).stop_pid))).toContain(pid);
  });
});
