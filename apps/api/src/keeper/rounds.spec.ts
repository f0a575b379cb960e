import { Rounds } from './rounds.js';

const NEVER_MS = 3_600_000;

describe('rounds', () => {
  const open: Rounds[] = [];
  const rounds = (everyMs: number, work: () => Promise<void>, failures: string[] = []) => {
    const made = new Rounds(everyMs, work, ({ message }) => failures.push(message));
    open.push(made);
    return made;
  };
  const times = (count: number) => {
    let done = 0;
    let reached: () => void = () => undefined;
    const all = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const work = async () => {
      done += 1;
      if (done === count) reached();
    };
    return { work, all, count: () => done };
  };
  afterEach(() => Promise.all(open.splice(0).map((one) => one.end())));

  it('follow one another by themselves', async () => {
    const three = times(3);
    await rounds(1, three.work).now();
    await three.all;
  });

  it('come at a moment that is named, if no other comes first', async () => {
    const one = times(1);
    const made = rounds(NEVER_MS, one.work);
    made.notLaterThan(NEVER_MS * 1_000);
    made.notLaterThan(5);
    made.notLaterThan(NEVER_MS);
    await one.all;
  });

  it('are never two at once; being asked for during one means one more', async () => {
    let busy = 0;
    let most = 0;
    let count = 0;
    const made = rounds(NEVER_MS, async () => {
      busy += 1;
      most = Math.max(most, busy);
      await new Promise((turn) => setImmediate(turn));
      busy -= 1;
      count += 1;
    });
    await Promise.all([made.now(), made.now(), made.now()]);
    expect([most, count]).toEqual([1, 2]);
  });

  it('go on when one fails, and say so once per reason', async () => {
    const failures: string[] = [];
    const reasons = ['away', 'away', '', 'away', 'full'];
    const made = rounds(
      NEVER_MS,
      async () => {
        const reason = reasons.shift();
        if (reason) throw new Error(reason);
      },
      failures,
    );
    while (reasons.length > 0) await made.now();
    expect(failures).toEqual(['away', 'away', 'full']);
  });

  it('end at once, also in a pause, and do not begin again', async () => {
    const one = times(1);
    const made: Rounds = rounds(NEVER_MS, async () => {
      await one.work();
      await made.pause(NEVER_MS);
    });
    const running = made.now();
    await one.all;
    await made.end();
    await running;
    made.notLaterThan(0);
    await made.now();
    expect(one.count()).toBe(1);
  });
});
