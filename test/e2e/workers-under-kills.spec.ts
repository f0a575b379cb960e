import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Random, seedOf } from '../faults/support/random.js';
import { rounds } from '../faults/support/rounds.js';
import type { ProcessPart } from '../support/part-as-process.js';
import { WorkedHouse } from '../support/worked-house.js';
import { AGENT_SCRIPT } from './worker-kills/agent-script.js';
import { type Trace, Traces } from './worker-kills/trace.js';
import { WorkedTask } from './worker-kills/worked-task.js';

const [BATCHES, KILLS_PER_BATCH, WORKERS, OPEN_TASKS] = [rounds(4), 10, 4, 16];
/** When in the life of a piece of work its worker is killed: as it begins, in the midst of it, when its program has just said that it is done. */
const MOMENTS = ['begin', 'midst', 'midst', 'end'] as const;
const LOOK_EVERY_MS = 5;

const executor = { kind: 'command', command: ['/bin/sh', 'agent.sh'], timeout_s: 600 };
const served = { executor, concurrency: 2 };
const config = { agents: { 'dev-engineer': served, 'dev-qa': served, 'dev-reviewer': served }, lease_s: { worker: 1 } };

describe('workers that are killed at their work', () => {
  const alive = new Set<ProcessPart>();
  const starting = new Set<Promise<unknown>>();
  const ids: string[] = [];
  const counts = { met: 0, program: 0, posting: 0, nothing: 0 };
  let house: WorkedHouse;
  let traces: Traces;
  let over = false;
  const seed = seedOf();
  const random = new Random(seed);

  beforeAll(async () => {
    house = await WorkedHouse.open({ config, worker: 'apps/worker/src/main.ts' });
    traces = new Traces(house.api.project);
    writeFileSync(join(house.api.project, 'agent.sh'), AGENT_SCRIPT);
    for (let k = 0; k < WORKERS; k += 1) await start();
  });
  afterAll(async () => {
    over = true;
    await Promise.allSettled(starting);
    await house.close();
  });

  const start = async (): Promise<void> => {
    const worker = await house.startWorker();
    alive.add(worker);
  };
  const open = async (): Promise<number> => {
    const lists = await Promise.all((['pending', 'in_progress'] as const).map((status) => house.client.listTasks({ status, limit: 200 })));
    return lists.reduce((sum, { items }) => sum + items.length, 0);
  };
  const refill = async (): Promise<void> => {
    for (let missing = OPEN_TASKS - (await open()); missing > 0; missing -= 1) {
      const task_id = `K${ids.length + 1}`;
      ids.push(task_id);
      await house.client.createTask({ task_id, task_title: 'Do it, whatever happens to you' });
    }
  };
  const workerOf = ({ worker }: Trace): ProcessPart | undefined => [...alive].find(({ pid }) => pid === worker);
  /** What a worker's programs have begun and, as far as they said, not ended. */
  const begunBy = (pid: number): readonly Trace[] => {
    const ended = new Set(traces.all.filter(({ at }) => at === 'end').map((trace) => trace.pid));
    return traces.all.filter((trace) => trace.at === 'begin' && trace.worker === pid && !ended.has(trace.pid));
  };

  /** The worker to be killed, at the moment at which it is to be. */
  const prey = async (moment: (typeof MOMENTS)[number], random: Random): Promise<ProcessPart> => {
    for (traces.read(); !over; await pause(LOOK_EVERY_MS)) {
      const fresh = traces.read().filter(({ at }) => at === moment);
      const busy = [...alive].filter(({ pid }) => begunBy(pid).length > 0);
      const found = moment === 'midst' ? random.pick([undefined, ...busy]) : fresh.map(workerOf).find(Boolean);
      if (found !== undefined) return found;
    }
    throw new Error('It is over.');
  };
  const kill = async (worker: ProcessPart): Promise<void> => {
    alive.delete(worker);
    traces.read();
    const running = begunBy(worker.pid).map(({ pid }) => pid);
    worker.signal('SIGKILL');
    await worker.ended;
    const mine = traces.all
      .filter((trace) => trace.at === 'begin' && trace.worker === worker.pid && !running.includes(trace.pid))
      .slice(-6);
    const states = await Promise.all(mine.map(({ task }) => house.client.task(task, {})));
    // Its program is done, and nobody has taken what came of it.
    const posting = mine.some(({ epoch }, k) => states[k]?.claim?.claim_epoch === epoch);
    if (running.length > 0) counts.program += 1;
    if (posting) counts.posting += 1;
    if (running.length > 0 || posting) counts.met += 1;
    else counts.nothing += 1;
  };

  it.each(Array.from({ length: BATCHES }, (_, k) => [(k + 1) * KILLS_PER_BATCH]))('are replaced, up to the %dth', async (kills) => {
    while (counts.met < kills) {
      await refill();
      while (alive.size < 2) await Promise.race(starting);
      const worker = await prey(random.pick(MOMENTS), random);
      await pause(random.below(8));
      await kill(worker);
      const replacing = start().finally(() => starting.delete(replacing));
      starting.add(replacing);
    }
  });

  it('leave no task behind: each is completed or asks a human, by every step once, under the same key however often it was begun', async () => {
    expect(counts.met).toBeGreaterThanOrEqual(BATCHES * KILLS_PER_BATCH);
    await Promise.all(starting);
    await house.until(async () => ((await open()) === 0 ? true : undefined));
    traces.read();

    const tasks = ids.map((id) => new WorkedTask(id, join(house.api.project, '.jerry')));
    expect(tasks.flatMap(({ violations }) => violations)).toEqual([]);
    expect(await Promise.all(ids.map(asks))).toEqual(tasks.map(({ end }) => (end === 'open' ? 'neither' : end)));
    const begun = traces.all.filter(({ at }) => at === 'begin');
    expect(begun.filter(({ task, epoch, effectKey }) => tasks.find(({ id }) => id === task)?.keys.get(epoch) !== effectKey)).toEqual([]);
    expect(new Set(begun.map(({ task, epoch }) => `${task} ${epoch}`)).size).toBe(begun.length);
    expect(traces.all.filter(({ at }) => at === 'beside')).toEqual([]);
    const left = spawnSync('ps', ['-o', 'stat=,args=', '-p', begun.map(({ pid }) => pid).join(',')], { encoding: 'utf8' }).stdout;
    expect(left).not.toMatch(/^[^Z].*agent\.sh/m);

    const claims = tasks.reduce((sum, { keys }) => sum + keys.size, 0);
    const takenOver = tasks.reduce((sum, task) => sum + task.takenOver, 0);
    const asking = tasks.filter(({ end }) => end === 'asks').length;
    process.stdout.write(
      `${counts.met} workers killed at their work (${counts.program} while a program ran, ${counts.posting} between one's end and the answer), ` +
        `${counts.nothing} without work: ` +
        `${tasks.length} tasks, ${tasks.length - asking} completed, ${asking} ask a human; ${claims} claims, ${begun.length} programs begun, ` +
        `${takenOver} taken over (seed ${seed})\n`,
    );
  });

  const asks = async (id: string): Promise<'completed' | 'asks' | 'neither'> => {
    const { status, gates } = await house.client.task(id, {});
    if (status === 'completed') return 'completed';
    return gates.some((gate) => gate.status === 'open') ? 'asks' : 'neither';
  };
});
