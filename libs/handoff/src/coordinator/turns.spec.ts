import { type Turn, Turns } from './turns.js';

/** One who comes to a task's line, and what became of it. */
interface Comer {
  readonly turn: Promise<Turn<number> | null>;
  readonly lostTo: Promise<number | null>;
  /** Lets it go; resolves when it has left. */
  finish(): Promise<void>;
}

const moment = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  const turns = new Turns<number>();
  const order: string[] = [];
  /** By task: how many have their turn now. */
  const atWork = new Map<string, number>();
  let most = 0;

  const count = (task: string, by: number): void => {
    const now = (atWork.get(task.toLowerCase()) ?? 0) + by;
    atWork.set(task.toLowerCase(), now);
    most = Math.max(most, now);
  };

  /** `base` is the version it builds on; without one nothing that is written makes it lose. */
  const come = (name: string, base?: number, task = 'T1'): Comer => {
    let told: (turn: Turn<number> | null, lostTo: number | null) => void = () => undefined;
    let finish: () => void = () => undefined;
    const both = new Promise<[Turn<number> | null, number | null]>((resolve) => (told = (turn, lostTo) => resolve([turn, lostTo])));
    const end = new Promise<void>((resolve) => (finish = resolve));
    const left = turns.take(
      task,
      async (turn, lostTo) => {
        order.push(`${name}${lostTo === null ? '' : ` lost to ${lostTo}`}`);
        if (lostTo === null) count(task, 1);
        told(lostTo === null ? turn : null, lostTo);
        await end;
        if (lostTo === null) count(task, -1);
      },
      (version) => base !== undefined && version > base,
    );
    return {
      turn: both.then(([turn]) => turn),
      lostTo: both.then(([, lostTo]) => lostTo),
      finish: async () => {
        finish();
        await left;
      },
    };
  };

  beforeEach(() => {
    order.length = 0;
    most = 0;
  });

  afterEach(() => expect(most).toBe(1));

  it('go to whoever came first', async () => {
    const comers = ['a', 'b', 'c'].map((name) => come(name));
    for (const comer of comers) {
      await comer.turn;
      await comer.finish();
    }
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('are one per task, in whatever case it is written', async () => {
    const [a, b, c] = [come('a'), come('b', undefined, 't1'), come('c', undefined, 'T2')];
    await Promise.all([a.turn, c.turn]);
    expect(order).toEqual(['a', 'c']);
    await Promise.all([a.finish(), c.finish(), b.turn.then(() => b.finish())]);
    expect(order).toEqual(['a', 'c', 'b']);
  });

  it('are not taken by those who lost to what was written: they leave one after the other, the others keep their place', async () => {
    const winner = come('a', 1);
    const losers = [come('b', 1), come('c', 1)];
    const other = come('d');
    (await winner.turn)?.wrote(2);
    await winner.finish();
    await other.turn;
    await moment();
    expect(order).toEqual(['a', 'd', 'b lost to 2']);
    await losers[0]?.finish();
    await losers[1]?.finish();
    expect(order).toEqual(['a', 'd', 'b lost to 2', 'c lost to 2']);
    await other.finish();
  });

  it('let all who lost leave when the next one has only to wait for the disk', async () => {
    const winner = come('a', 1);
    const losers = [come('b', 1), come('c', 1), come('d', 1)];
    (await winner.turn)?.wrote(2);
    await winner.finish();
    await losers[0]?.lostTo;
    const next = come('e', 2);
    const turn = await next.turn;
    expect(order).toEqual(['a', 'b lost to 2', 'e']);
    turn?.writing();
    expect(await Promise.all(losers.map((loser) => loser.lostTo))).toEqual([2, 2, 2]);
    await Promise.all(losers.map((loser) => loser.finish()));
    await next.finish();
  });

  it('begin anew while somebody who lost long ago is still leaving', async () => {
    const winner = come('a', 1);
    const [early, late] = [come('b', 1), come('c', 1)];
    (await winner.turn)?.wrote(2);
    await winner.finish();
    const next = come('d', 2);
    (await next.turn)?.writing();
    await late.lostTo;
    await next.finish();
    await early.finish();
    const last = come('e', 2);
    await last.turn;
    await late.finish();
    const waiting = come('f', 2);
    await moment();
    expect(order).toEqual(['a', 'b lost to 2', 'd', 'c lost to 2', 'e']);
    await last.finish();
    await waiting.turn;
    await waiting.finish();
  });

  it('go on after one that failed', async () => {
    const failed = turns.take(
      'T1',
      () => Promise.reject(new Error('refused')),
      () => false,
    );
    const next = come('a');
    await expect(failed).rejects.toThrow('refused');
    await next.turn;
    await next.finish();
    expect(order).toEqual(['a']);
  });
});
