import { setTimeout as pause } from 'node:timers/promises';
import { Random, seedOf } from '../faults/support/random.js';
import { WorkedHouse } from '../support/worked-house.js';

const TASKS = 200;
const FAULTS = 20;
const idOf = (prefix: string, number: number) => `${prefix}${String(number).padStart(3, '0')}`;

describe('two workers', () => {
  let house: WorkedHouse;
  beforeAll(async () => {
    // Nobody is lost here, only rings: on a busy machine a short lease would run out all the same.
    house = await WorkedHouse.open({ config: { lease_s: { worker: 600 } } });
    await Promise.all([house.startWorker(), house.startWorker()]);
  });
  afterAll(() => house.close());

  const create = (prefix: string, from: number, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        house.client.createTask({ task_id: idOf(prefix, from + i), task_title: `Do ${prefix}${from + i}` }),
      ),
    );
  const completed = (prefix: string) =>
    house.until(async () => {
      const { items } = await house.client.listTasks({ status: 'completed', limit: 200 });
      return items.filter(({ task_id }) => task_id.startsWith(prefix)).length === TASKS ? true : undefined;
    });
  /** How a task ended and by which steps, without what no two runs have in common. */
  const ending = async (prefix: string, number: number) => {
    const id = idOf(prefix, number);
    const [state, history] = await Promise.all([house.client.task(id, {}), house.client.history(id, { limit: 200 })]);
    const { phase, status, version, attempts, totals, decisions_made, artifacts, warnings } = state;
    const steps = history.items.map(({ kind, by, phase: after, items }) => [kind, by, after, items]);
    return JSON.parse(
      JSON.stringify({ phase, status, version, attempts, totals, decisions_made, artifacts, warnings, steps }, (key, value) =>
        key === 'timestamp' || key === 'at' ? undefined : value,
      ).replaceAll(id, 'T'),
    ) as unknown;
  };
  const figure = async (name: string): Promise<number> => {
    const { text } = await house.api.call('viewer:ops', 'GET', '/metrics');
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  };

  it('bring 200 tasks from planning to completed, whatever happens to the queue, as they do when nothing happens', async () => {
    await create('C', 1, TASKS);
    await completed('C');
    const rungBefore = [await figure('jerry_rings_total'), await figure('jerry_rerings_total')] as const;

    const seed = seedOf();
    const random = new Random(seed);
    const faults = { flushed: 0, killed: 0 };
    for (let fault = 0; fault < FAULTS; fault += 1) {
      await create('F', 1 + (fault * TASKS) / FAULTS, TASKS / FAULTS);
      await pause(random.below(400));
      if (random.below(4) > 0) {
        faults.flushed += 1;
        await house.queue.flush();
      } else {
        faults.killed += 1;
        await house.queue.kill();
        await pause(random.below(300));
        await house.queue.start();
      }
    }
    await completed('F');

    for (let number = 1; number <= TASKS; number += 1) expect(await ending('F', number)).toEqual(await ending('C', number));
    const ends = house.runs.filter(({ at }) => at === 'end').map(({ effect_key }) => effect_key);
    expect(new Set(ends).size).toBe(ends.length);
    const rung = (await figure('jerry_rings_total')) - rungBefore[0];
    const again = (await figure('jerry_rerings_total')) - rungBefore[1];
    expect(again).toBeGreaterThan(0);
    process.stdout.write(
      `${TASKS} tasks, the queue flushed ${faults.flushed} and killed ${faults.killed} times: ` +
        `${rung} rings, ${again} rung again; ended as without (seed ${seed})\n`,
    );
  });
});
