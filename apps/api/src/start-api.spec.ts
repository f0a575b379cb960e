import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotStart, createLogger, loadConfig, type RunningPart } from '@app/platform';
import { startApi } from './start-api.js';

const silent = createLogger({ name: 'api', level: 'error', write: () => undefined });

describe('startApi', () => {
  let project = '';
  const running: RunningPart[] = [];
  const start = async (env: Record<string, string> = {}) => {
    const part = await startApi(
      loadConfig({ JERRY_PORT: '0', JERRY_PROJECT_DIR: project, XDG_STATE_HOME: `${project}-user`, ...env }, '/'),
      silent,
    );
    running.push(part);
    return String(part.facts.address);
  };

  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'jerry-api-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((part) => part.stop()));
    await rm(project, { recursive: true });
    await rm(`${project}-user`, { recursive: true, force: true });
  });

  it('answers on /health/live and /health/ready, and has made .jerry by then', async () => {
    const address = await start();
    const live = await fetch(`${address}/health/live`);
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
    const ready = await fetch(`${address}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', store: 'ok', queue: 'none', workers: 0 }]);
    expect((await stat(join(project, '.jerry'))).isDirectory()).toBe(true);
  });

  it('stops taking connections once stopped', async () => {
    const address = await start();
    await fetch(`${address}/health/live`);
    await running.splice(0)[0]?.stop();
    await expect(fetch(`${address}/health/live`)).rejects.toThrow();
  });

  it('accepts nothing any more, and says so, once another process has taken the directory', async () => {
    const address = await start();
    const owners = join(project, '.jerry/owner');
    const mine = Math.max(...(await readdir(owners)).map(Number));
    await writeFile(join(owners, String(mine + 1)), '');
    const ready = await fetch(`${address}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'degraded', store: 'unavailable', queue: 'none', workers: 0, why: [expect.stringContaining('Nothing can be accepted')] },
    ]);
    expect(await running[0]?.failed).toContain('Another process has taken over');
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
  });

  it('names the remedy when the port is taken or the address is not of this machine', async () => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const taken = other.address();
    const port = typeof taken === 'object' && taken !== null ? String(taken.port) : '';
    await expect(start({ JERRY_PORT: port })).rejects.toThrow(new RegExp(`^Port ${port} on 127.0.0.1 is already in use: .*JERRY_PORT`));
    await expect(start({ JERRY_HOST: '203.0.113.1' })).rejects.toBeInstanceOf(CannotStart);
    await new Promise((closed) => other.close(closed));
  });
});
