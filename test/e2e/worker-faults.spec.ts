import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessPart } from '../support/part-as-process.js';
import type { Run } from '../support/scripted-executor.js';
import { WorkedHouse } from '../support/worked-house.js';

/** Long enough for a worker that is well to be heard of in time, on a busy machine too. */
const LEASE_S = 8;
const PAST_THE_LEASE_MS = (LEASE_S + 1) * 1_000;

describe('a worker', () => {
  let house: WorkedHouse;
  beforeAll(async () => {
    house = await WorkedHouse.open({ config: { lease_s: { worker: LEASE_S } } });
    await Promise.all([house.startWorker(), house.startWorker()]);
  });
  afterAll(() => house.close());

  const workerOf = ({ pid }: Run): ProcessPart => house.workers.find((worker) => worker.pid === pid) as ProcessPart;
  const is = (taskId: string, status: string) =>
    house.until(async () => {
      const state = await house.client.task(taskId, {});
      return state.status === status ? state : undefined;
    });
  const kinds = async (taskId: string) => (await house.client.history(taskId, { limit: 200 })).items.map(({ kind }) => kind).reverse();
  /** A task that somebody works on, and that stays so until it is let go. */
  const begun = async (taskId: string): Promise<Run> => {
    house.hold(taskId);
    await house.client.createTask({ task_id: taskId, task_title: 'Take your time' });
    return house.run({ at: 'begin', effect_key: `${taskId}-v1` });
  };
  const SMOOTH = ['create', 'claim', 'handoff', 'claim', 'handoff', 'claim', 'handoff', 'claim', 'handoff'];

  it('W8: that is killed at its work is followed by another one, with the next epoch and the same effect key', async () => {
    const first = await begun('Killed1');
    workerOf(first).signal('SIGKILL');
    await house.startWorker();
    const second = await house.run({ at: 'begin', effect_key: first.effect_key, claim_epoch: 2 });
    expect(second.pid).not.toBe(first.pid);
    expect((await house.client.task('Killed1', {})).attempts).toBe(1);
    house.letGo('Killed1');
    await is('Killed1', 'completed');
    expect(await kinds('Killed1')).toEqual(['create', 'claim', ...SMOOTH.slice(1)]);
  });

  it('W9: that was paused past its lease finds its claim gone, and drops what it did', async () => {
    const first = await begun('DeafPaused1');
    const paused = workerOf(first);
    paused.signal('SIGSTOP');
    const second = await house.run({ at: 'begin', effect_key: first.effect_key, claim_epoch: 2 });
    expect(second.pid).not.toBe(first.pid);
    house.letGo('DeafPaused1');
    const done = await is('DeafPaused1', 'completed');
    paused.signal('SIGCONT');
    await house.run({ at: 'end', effect_key: first.effect_key, claim_epoch: 1 });
    await house.until(() => (/The claim is over; what came of it is dropped[^\n]*DeafPaused1/.test(house.output) ? true : undefined));
    expect(await house.client.task('DeafPaused1', {})).toEqual(done);
  });

  it('W13: works on while the API is dead, and brings its result home afterwards', async () => {
    const first = await begun('Alone1');
    await house.api.kill();
    house.letGo('Alone1');
    await house.run({ at: 'end', effect_key: first.effect_key });
    await pause(PAST_THE_LEASE_MS);
    await house.api.start();
    await is('Alone1', 'completed');
    expect(await kinds('Alone1')).toEqual(SMOOTH);
  });

  it('that is asked to stop gives its work back at once, and that is no failure', async () => {
    const first = await begun('Stopped1');
    await workerOf(first).stop();
    expect(await workerOf(first).ended).toBe(0);
    await house.startWorker();
    const second = await house.run({ at: 'begin', claim_epoch: 2, effect_key: first.effect_key });
    expect(second.pid).not.toBe(first.pid);
    expect((await house.client.task('Stopped1', {})).attempts).toBe(0);
    house.letGo('Stopped1');
    await is('Stopped1', 'completed');
    expect(await kinds('Stopped1')).toEqual(['create', 'claim', 'release', ...SMOOTH.slice(1)]);
  });

  it('whose task is cancelled under its hands ends its work', async () => {
    const first = await begun('Cancelled1');
    await house.client.cancel('Cancelled1', { reason: 'Not needed any more.' });
    await house.until(() => (/The claim is over[^\n]*Cancelled1/.test(house.output) ? true : undefined));
    expect(house.runs.filter((run) => run.effect_key === first.effect_key && run.at === 'end')).toEqual([]);
    house.letGo('Cancelled1');
  });

  it('whose task is edited beside its work hands it off on top of that', async () => {
    await begun('Edited1');
    await house.client.editTask('Edited1', { goal: 'Also for people in a hurry.' });
    house.letGo('Edited1');
    const { goal } = await is('Edited1', 'completed');
    expect(goal).toBe('Also for people in a hurry.');
    expect(await kinds('Edited1')).toEqual(['create', 'claim', 'edit', ...SMOOTH.slice(2)]);
  });
});
