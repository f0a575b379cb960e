import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotStart, createLogger, loadConfig, queueNameOf } from '@app/platform';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { startApi } from '../../apps/api/src/start-api.js';
import type { ProcessPart } from '../support/part-as-process.js';
import { queueAsProcess } from '../support/queue-as-process.js';
import { RunningApi } from '../support/running-api.js';

/** Put into addresses here, so that no file of the tree holds what looks like a real one. */
const PASSWORD = 'hush-hush';

const SERVED = { agents: { 'dev-engineer': { executor: { kind: 'command', command: ['true'] } } } };

/** Real: the API, within the test or not, and the queue server. */
describe('the API and its queue server', () => {
  let place = '';
  let server: ProcessPart;
  const url = () => String(server.facts.redis_url);

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'jerry-aq-'));
    server = await queueAsProcess(place);
  });
  afterAll(async () => {
    await server.stop();
    await rm(place, { recursive: true });
  });

  describe('while both run', () => {
    let api: RunningApi;
    let client: Redis;
    let queue: Queue;
    const waiting = async () => (await queue.getRanges(['wait'], 0, -1)).sort();
    const ready = async () => (await api.call(null, 'GET', '/health/ready')).body;
    const create = (task_id: string) => api.call('human:mira', 'POST', '/v1/tasks', { task_id, task_title: 'Do it' });
    const until = async (what: () => Promise<boolean>) => {
      while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 20));
    };

    beforeAll(async () => {
      api = await RunningApi.open({ config: SERVED, env: { JERRY_REDIS_URL: url() } });
      client = new Redis(url(), { maxRetriesPerRequest: null });
      client.on('error', () => undefined);
      const { body } = await api.call('worker:w', 'GET', '/v1/me');
      queue = new Queue(queueNameOf('dev-engineer'), { connection: client, prefix: String(body.queue_prefix), skipVersionCheck: true });
      queue.on('error', () => undefined);
    });
    afterAll(async () => {
      await queue.close();
      client.disconnect();
      await api.close();
    });

    it('a task is rung for as it is created, and only workers are told where', async () => {
      expect(await ready()).toMatchObject({ status: 'ok', queue: 'ok' });
      expect((await create('T1')).body).toMatchObject({ dispatch: 'queued' });
      await until(async () => (await waiting()).length === 1);
      expect(await waiting()).toEqual(['T1-v1-dev-engineer']);
      expect((await api.call('human:mira', 'GET', '/v1/me')).body).not.toHaveProperty('queue_prefix');
    });

    it('W6: handoffs are accepted while the server is gone, and rung when it is back', async () => {
      server.signal('SIGKILL');
      await server.ended;
      await until(async () => (await ready()).queue === 'unavailable');
      expect(await ready()).toMatchObject({ status: 'degraded', store: 'ok', queue: 'unavailable' });
      expect((await create('T2')).status).toBe(201);
      server = await queueAsProcess(place, { again: true });
      await until(async () => (await waiting()).includes('T2-v1-dev-engineer'));
      expect(await waiting()).toEqual(['T1-v1-dev-engineer', 'T2-v1-dev-engineer']);
      expect(await ready()).toMatchObject({ status: 'ok', queue: 'ok' });
    });

    it('W6: what was wiped is rung again', async () => {
      await client.flushall();
      await until(async () => (await waiting()).length === 2);
    });

    it('W3: what was accepted and not rung before a restart is rung before the API listens', async () => {
      await api.stop();
      await client.flushall();
      await api.start();
      expect(await waiting()).toEqual(['T1-v1-dev-engineer', 'T2-v1-dev-engineer']);
    });
  });

  describe('at a start', () => {
    const start = async (redisUrl: string, again: boolean) => {
      const directory = await mkdtemp(join(tmpdir(), 'jerry-aq-start-'));
      const config = loadConfig({ JERRY_PROJECT_DIR: directory, JERRY_PORT: '0', JERRY_REDIS_URL: redisUrl }, '/');
      const said: string[] = [];
      try {
        const part = await startApi(config, createLogger({ name: 'api', level: 'info', write: (line) => said.push(line) }), { again });
        await part.stop();
      } finally {
        await rm(directory, { recursive: true });
      }
      return said.join('');
    };

    it.each([
      [
        'where nothing listens',
        () => `redis://:${PASSWORD}@127.0.0.1:1`,
        /^The queue server at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\): start it, /,
      ],
      ['whose password is another one', () => url().replace(/:[0-9a-f]+@/, `:${PASSWORD}@`), /does not answer \(WRONGPASS/],
    ])('refuses an address %s, in a sentence that does not repeat the password', async (_case, address, sentence) => {
      const refusal = await start(address(), false).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(CannotStart);
      expect((refusal as Error).message).toMatch(sentence);
      expect((refusal as Error).message).not.toContain(PASSWORD);
    });

    it('comes up without it when it was up before', async () => {
      const said = await start(`redis://:${PASSWORD}@127.0.0.1:1`, true);
      expect(said).toContain('The queue server at 127.0.0.1:1 does not answer (ECONNREFUSED); trying until it does.');
      expect(said).not.toContain(PASSWORD);
    });
  });
});
