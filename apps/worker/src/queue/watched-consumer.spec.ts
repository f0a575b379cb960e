import { AgentsConfig, createRoleRegistry, type Role } from '@app/agents';
import { Bell, createLogger, openQueueConnection, type QueueConnection, queueNameOf, queueOptions } from '@app/platform';
import { Queue } from 'bullmq';
import { RunningQueue } from '../../../../test/support/running-queue.js';
import type { Consumer } from './consumer.js';
import { openConsumer } from './open-consumer.js';
import type { OnRing } from './ring-processor.js';
import { WatchedConsumer } from './watched-consumer.js';

const registry = createRoleRegistry(AgentsConfig.parse({ 'dev-qa': { executor: { kind: 'command', command: ['true'] }, concurrency: 2 } }));
const AGENT = registry.find('dev-qa') as Role;
const NAME = queueNameOf(AGENT.name);

// Real: queue server, BullMQ, Nest. Nothing is played.
describe('a consumer', () => {
  let server: RunningQueue;
  let connection: QueueConnection;
  let queue: Queue;
  let bell: Bell;
  const log: string[] = [];
  const logger = createLogger({ name: 'worker', level: 'info', write: (line) => log.push(line) });
  const open: { close(): Promise<void> }[] = [];
  const ring = (task_id: string) => bell.ring({ task_id, version: 1, target_agent: AGENT.name });
  const consume = async (onRing: OnRing): Promise<Consumer> => {
    const consumer = await openConsumer(AGENT, connection, logger, onRing);
    open.push(consumer);
    return consumer;
  };

  beforeAll(async () => {
    server = await RunningQueue.open();
    connection = await openQueueConnection({ url: server.url, prefix: 'spec', logger });
    queue = new Queue(NAME, queueOptions(connection));
    bell = new Bell(registry, connection);
    bell.attach(AGENT.name, queue);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    await server.flush();
    log.splice(0);
  });
  afterAll(async () => {
    await queue.close();
    await connection.close();
    await server.close();
  });

  it('takes each ring once, as many at a time as its agent works on, and leaves nothing behind', async () => {
    const tasks = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6'];
    const taken: string[] = [];
    let busy = 0;
    let most = 0;
    const all = new Promise<void>((resolve) => {
      void consume(async ({ task_id }) => {
        taken.push(task_id);
        busy += 1;
        most = Math.max(most, busy);
        await new Promise((later) => setTimeout(later, 20));
        busy -= 1;
        if (taken.length === tasks.length) resolve();
      });
    });
    await Promise.all(tasks.map(ring));
    await all;
    await Promise.all(open.splice(0).map((one) => one.close()));
    expect([...taken].sort()).toEqual(tasks);
    expect(most).toBe(2);
    expect(await queue.getJobCounts()).toMatchObject({ active: 0, waiting: 0, failed: 0, completed: 0 });
  });

  it('is over with what is no ring, and goes on', async () => {
    const debug: string[] = [];
    const talkative = createLogger({ name: 'worker', level: 'debug', write: (line) => debug.push(line) });
    const taken = new Promise<string>((resolve) => {
      void openConsumer(AGENT, connection, talkative, async ({ task_id }) => resolve(task_id)).then((one) => open.push(one));
    });
    await queue.add('dance', {}, { removeOnFail: true });
    await queue.add('work', { task_id: '../etc', version: 0 }, { removeOnFail: true });
    await ring('T1');
    expect(await taken).toBe('T1');
    await Promise.all(open.splice(0).map((one) => one.close()));
    expect(debug.join()).toContain('There is no job named');
    expect(debug.join()).toContain('This is no work job');
  });

  it('is replaced when it has gone silent, and only then', async () => {
    const heard: string[] = [];
    let onHeard: () => void = () => undefined;
    const openOne = () =>
      openConsumer(AGENT, connection, logger, async ({ task_id }) => {
        heard.push(task_id);
        onHeard();
      });
    // As a consumer that lost its connection has gone silent before: it stands there, takes nothing, and says nothing.
    const silentOne = async (): Promise<Consumer> => {
      await (await openOne()).close();
      return { taken: 0, busy: 0, waiting: () => queue.getWaitingCount(), close: async () => undefined };
    };
    const ways = [silentOne, openOne, openOne];
    const watched = { agent: AGENT.name, logger, everyMs: 50, open: async () => (ways.shift() ?? openOne)() };
    open.push(await WatchedConsumer.open(watched));
    for (const task of ['T1', 'T2']) {
      const next = new Promise<void>((resolve) => {
        onHeard = resolve;
      });
      await ring(task);
      await next;
      await new Promise((later) => setTimeout(later, 400));
    }
    expect(heard).toEqual(['T1', 'T2']);
    expect(ways).toHaveLength(1);
    expect(log.filter((line) => line.includes('nothing takes them; its consumer is replaced'))).toHaveLength(1);
  });

  it('is left alone while an operator has halted the queue', async () => {
    const opened: Consumer[] = [];
    const openOne = async () => {
      const one = await openConsumer(AGENT, connection, logger, async () => undefined);
      opened.push(one);
      return one;
    };
    await queue.pause();
    await ring('T1');
    open.push(await WatchedConsumer.open({ agent: AGENT.name, logger, everyMs: 30, open: openOne }));
    await new Promise((later) => setTimeout(later, 400));
    await queue.resume();
    expect(opened).toHaveLength(1);
  });

  it('goes on when the server was killed and is back', async () => {
    const heard: string[] = [];
    const taken = new Promise<void>((resolve) => {
      void consume(async ({ task_id }) => {
        heard.push(task_id);
        if (task_id === 'T2') resolve();
      });
    });
    await ring('T1');
    const back = new Promise<void>((resolve) => connection.onBack(resolve));
    await server.kill();
    await server.start();
    await back;
    await ring('T2');
    await taken;
    expect(heard).toContain('T2');
  });
});
