import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueueConnection, Rung } from '@app/platform';
import { type Queue, Worker } from 'bullmq';
import { type HungBell, hangBell } from '../support/hung-bell.js';
import type { ProcessPart } from '../support/part-as-process.js';
import { queueAsProcess } from '../support/queue-as-process.js';

const due = (task_id: string, version = 1, target_agent = 'dev-qa') => ({ task_id, version, target_agent });

/** Real: the queue server, its connection, BullMQ, Nest. */
describe('the bell', () => {
  let project = '';
  let server: ProcessPart;
  const hung: HungBell[] = [];
  const hands: Worker[] = [];
  const url = () => String(server.facts.redis_url);
  const hang = async (prefix = 'jerry-one') => {
    const one = await hangBell(url(), prefix);
    hung.push(one);
    return one;
  };

  /** Takes jobs when it is told to, and keeps them. */
  const handOf = (queue: Queue, { client, prefix }: QueueConnection) => {
    const worker = new Worker(queue.name, undefined, { connection: client, prefix, lockDuration: 600_000, skipVersionCheck: true });
    hands.push(worker);
    return worker;
  };

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'jerry-bell-'));
    server = await queueAsProcess(project);
  });
  afterEach(async () => {
    await Promise.all(hands.splice(0).map((hand) => hand.close()));
    for (const { connection } of hung) await connection.client.flushall();
    await Promise.all(hung.splice(0).map((one) => one.close()));
  });
  afterAll(async () => {
    await server.stop();
    await rm(project, { recursive: true });
  });

  it('puts a pointer into the queue of the agent, once per version, and tells who counts', async () => {
    const { bell, queueOf } = await hang();
    const counted: Rung[] = [];
    bell.onRing((rung) => counted.push(rung));
    await bell.ring(due('T1', 3));
    await bell.ring(due('T1', 3));
    await bell.ring(due('T1', 4));
    await bell.ringAgain('dev-reviewer', [due('T2', 1, 'dev-reviewer'), due('T3', 1, 'dev-reviewer')]);
    const jobs = await queueOf('dev-qa').getJobs();
    expect(jobs.map(({ id, name, data }) => ({ id, name, data }))).toEqual([
      { id: 'T1-v4-dev-qa', name: 'work', data: { task_id: 'T1', version: 4 } },
      { id: 'T1-v3-dev-qa', name: 'work', data: { task_id: 'T1', version: 3 } },
    ]);
    expect(await bell.present('dev-reviewer')).toEqual(new Set(['T2-v1-dev-reviewer', 'T3-v1-dev-reviewer']));
    const one = (agent: string, again: boolean) => ({ agent, again, taken: true });
    expect(counted).toEqual([...Array(3).fill(one('dev-qa', false)), ...Array(2).fill(one('dev-reviewer', true))]);
    expect([bell.rings('dev-qa'), bell.rings('dev-engineer'), bell.status()]).toEqual([true, false, 'ok']);
  });

  it('takes every name of a task', async () => {
    const { bell } = await hang();
    const names = ['A', 'a-v1', 'a-v1-v1', 'T-1', 'T_', `Z${'9'.repeat(63)}`, 'wait', 'meta', 'id', 'Pulse'];
    for (const name of names) await bell.ring(due(name, 999_999));
    await bell.ringAgain(
      'dev-qa',
      names.map((name) => due(name)),
    );
    expect((await bell.present('dev-qa')).size).toBe(names.length * 2);
  });

  it('is not heard in another project on the same server', async () => {
    const [one, other] = [await hang(), await hang('jerry-other')];
    await one.bell.ring(due('T1'));
    expect(await other.bell.present('dev-qa')).toEqual(new Set());
    await other.bell.ring(due('T1'));
    await one.queueOf('dev-qa').obliterate();
    expect(await other.bell.present('dev-qa')).toEqual(new Set(['T1-v1-dev-qa']));
    expect((await one.connection.client.keys('*')).filter((key) => !/^jerry-(one|other):/.test(key))).toEqual([]);
  });

  it('finds present what waits, is put off or is worked on; not what is over, nor what a dead worker left', async () => {
    const { bell, queueOf, connection } = await hang();
    const queue = queueOf('dev-qa');
    const worker = handOf(queue, connection);
    const add = (id: string, opts = {}) => queue.add('work', { task_id: 'T', version: 1 }, { jobId: id, ...opts });
    for (const id of ['a-failed', 'a-done', 'worked-on', 'left', 'waits']) await add(id);
    await add('put-off', { delay: 600_000 });
    await (await worker.getNextJob('t'))?.moveToFailed(new Error('no'), 't', false);
    await (await worker.getNextJob('t'))?.moveToCompleted('yes', 't', false);
    await worker.getNextJob('t');
    await worker.getNextJob('t');
    await connection.client.del(`${queue.toKey('left')}:lock`);
    expect(await queue.getJobCounts()).toMatchObject({ failed: 1, completed: 1, active: 2, waiting: 1, delayed: 1 });
    expect(await bell.present('dev-qa')).toEqual(new Set(['worked-on', 'waits', 'put-off']));
  });

  it('rings again under an id that a failed, a finished or an abandoned job still holds', async () => {
    const { bell, queueOf, connection } = await hang();
    const queue = queueOf('dev-qa');
    const worker = handOf(queue, connection);
    for (const task of ['Failed', 'Done', 'Left']) {
      await queue.add('work', { task_id: task, version: 1 }, { jobId: `${task}-v1-dev-qa` });
      const job = await worker.getNextJob('t');
      if (task === 'Failed') await job?.moveToFailed(new Error('no'), 't', false);
      if (task === 'Done') await job?.moveToCompleted('yes', 't', false);
    }
    await connection.client.del(`${queue.toKey('Left-v1-dev-qa')}:lock`);
    expect(await bell.present('dev-qa')).toEqual(new Set());
    await bell.ringAgain(
      'dev-qa',
      ['Failed', 'Done', 'Left'].map((task) => due(task)),
    );
    expect((await queue.getWaiting()).map(({ id }) => id).sort()).toEqual(['Done-v1-dev-qa', 'Failed-v1-dev-qa', 'Left-v1-dev-qa']);
  });

  it('lets nobody wait for a server that hangs, says so once, and is back when that is', async () => {
    const { bell, connection, said } = await hang();
    const back = new Promise<void>((resolve) => bell.onBack(resolve));
    const counted: Rung[] = [];
    bell.onRing((rung) => counted.push(rung));
    server.signal('SIGSTOP');
    try {
      await expect(bell.ring(due('T1'))).rejects.toThrow('no answer');
      await connection.check();
      expect(bell.status()).toBe('unavailable');
      // From now on it knows: none of these asks the server.
      await Promise.all(Array.from({ length: 1_000 }, (_, i) => expect(bell.ring(due(`N${i}`))).rejects.toThrow('cannot be reached')));
      await expect(bell.present('dev-qa')).rejects.toThrow('cannot be reached');
    } finally {
      server.signal('SIGCONT');
    }
    await back;
    expect(bell.status()).toBe('ok');
    expect(counted).toEqual(Array(1_001).fill({ agent: 'dev-qa', again: false, taken: false }));
    expect(said.filter((line) => line.includes('is lost'))).toHaveLength(1);
    expect(said.filter((line) => line.includes('is back'))).toHaveLength(1);
    expect(said).toHaveLength(2);
  });

  it('knows of a server that takes no writes', async () => {
    const { bell, connection } = await hang();
    await connection.client.config('SET', 'maxmemory', '1');
    await expect(bell.ring(due('T1'))).rejects.toThrow('OOM');
    await connection.check();
    expect(bell.status()).toBe('unavailable');
    await connection.client.config('SET', 'maxmemory', '0');
    await connection.check();
    expect(bell.status()).toBe('ok');
    await bell.ring(due('T1'));
  });

  it('is back after its server was killed and started again, with no more to say than that', async () => {
    const { bell, said } = await hang();
    await bell.ring(due('T1'));
    const back = new Promise<void>((resolve) => bell.onBack(resolve));
    server.signal('SIGKILL');
    await server.ended;
    server = await queueAsProcess(project, { again: true });
    await back;
    await bell.ringAgain('dev-qa', [due('T2')]);
    expect(await bell.present('dev-qa')).toContain('T2-v1-dev-qa');
    expect(said.map((line) => /is (lost|back)/.exec(line)?.[1])).toEqual(['lost', 'back']);
  });
});
