import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartedHouse } from './started-house.js';

/** A first start may have to build. */
jest.setTimeout(120_000);

describe('npm start', () => {
  let project = '';
  const started: StartedHouse[] = [];
  const start = (env: Record<string, string> = {}) => {
    const house = new StartedHouse(project, env);
    started.push(house);
    return house;
  };
  const apiPid = async () => Number(JSON.parse(await readFile(join(project, '.jerry/writer.json'), 'utf8')).pid);

  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'jerry-start-'));
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((house) => house.stop()));
    await rm(project, { recursive: true });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'brings everything up in the project it was typed in, and on %s stops cleanly',
    async (signal) => {
      const house = start();
      const address = await house.address();
      await house.says(/Stop {2,}Ctrl-C/);
      expect(house.output).toContain('No agent to serve');
      expect(house.output).toMatch(new RegExp(`Project +${project} +\\(no tasks yet\\)`));
      expect(house.output).toContain(`curl ${address}/health/ready`);
      expect(await (await fetch(`${address}/health/ready`)).json()).toMatchObject({ status: 'ok', store: 'ok' });
      expect(await readFile(join(project, '.jerry/.gitignore'), 'utf8')).toBe('*\n');

      const asked = performance.now();
      expect(await house.stop(signal)).toBe(0);
      expect(performance.now() - asked).toBeLessThan(10_000);
      await expect(fetch(`${address}/health/live`)).rejects.toThrow();
    },
  );

  it('starts an API that died again, at the same address', async () => {
    const house = start();
    const address = await house.address();
    await house.says(/Stop {2,}Ctrl-C/);
    const died = await apiPid();
    process.kill(died, 'SIGKILL');
    await house.says(/The api process ended \(SIGKILL\); starting it again in 0\.5 s\..*The api process is back\./s);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    expect(await apiPid()).not.toBe(died);
    expect(await house.stop()).toBe(0);
  });

  it('lets a second one wait for the directory, says whom it waits for, and lets it in', async () => {
    const first = start();
    await first.says(/Stop {2,}Ctrl-C/);
    const second = start();
    const [, holder] = await second.says(/is in use by process (\d+)/);
    expect(Number(holder)).toBe(await apiPid());
    expect(await first.stop()).toBe(0);
    expect((await fetch(`${await second.address()}/health/ready`)).status).toBe(200);
  });

  it('runs one process alone when told so', async () => {
    const house = start({ JERRY_PROCESS: 'worker' });
    await house.says(/Stop {2,}Ctrl-C/);
    expect(house.output).not.toContain('Address');
    expect(await house.stop()).toBe(0);
  });

  describe('refuses in a sentence, without a stack, and with an exit code', () => {
    const refusal = async (env: Record<string, string>) => {
      const house = start(env);
      expect(await house.exit()).toBe(1);
      expect(house.output).not.toMatch(/^\s+at /m);
      expect(house.output).not.toContain('is up');
      return house.output;
    };

    it('bad variables, all of them', async () => {
      const said = await refusal({ JERRY_PORT: 'x', JERRY_PROCESS: 'y' });
      expect(said).toContain('JERRY_PORT must be');
      expect(said).toContain('JERRY_PROCESS must be');
    });

    it('a port in use', async () => {
      const other = createServer();
      await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
      const taken = other.address();
      const port = typeof taken === 'object' && taken !== null ? taken.port : 0;
      expect(await refusal({ JERRY_PORT: String(port) })).toContain(`Port ${port} on 127.0.0.1 is already in use`);
      await new Promise((closed) => other.close(closed));
    });

    it('a directory that is none, or that cannot be written', async () => {
      await writeFile(join(project, 'file'), '');
      expect(await refusal({ JERRY_PROJECT_DIR: join(project, 'file') })).toContain('is not a directory');
      await writeFile(join(project, '.jerry'), '');
      expect(await refusal({})).toContain('cannot be written');
    });
  });
});
