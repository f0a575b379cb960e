import { CannotCover } from '@app/workspace';
import { CheckTrees } from './check-trees.js';
import { FreshWork } from './fresh-work.js';

const CHECKS = { unit: { command: ['npm', 'test'], timeout_s: 1, covers: ['src/**'] } };

describe('what a check speaks for', () => {
  let looks = 0;
  let nowMs = 0;
  let files = 'a';
  const trees = (checks: typeof CHECKS = CHECKS) =>
    new CheckTrees(
      checks,
      {
        look: async () => {
          looks++;
          return { hash: files, files: 1 };
        },
      },
      () => nowMs,
    );
  beforeEach(() => {
    looks = 0;
    files = 'a';
  });

  it('is looked at anew for whoever asks, and for a hint again only after a while', async () => {
    const known = trees();
    const first = await known.treeHash('unit');
    expect([await known.treeHash('unit', true), looks]).toEqual([first, 1]);
    files = 'b';
    expect([await known.treeHash('unit', true), looks]).toEqual([first, 1]);
    nowMs += 2_000;
    expect([(await known.treeHash('unit', true)) === first, looks]).toEqual([false, 2]);
    files = 'a';
    expect([await known.treeHash('unit'), looks]).toEqual([first, 3]);
    expect(await known.treeHash('unit', true)).toBe(first);
  });

  it('is another thing when the check is another, or covers something else', async () => {
    const { unit } = CHECKS;
    const hashes = await Promise.all([
      trees().treeHash('unit'),
      trees({ unit: { ...unit, command: ['true'] } }).treeHash('unit'),
      trees({ unit: { ...unit, covers: ['**'] } }).treeHash('unit'),
      trees({ unit: { ...unit, timeout_s: 9 } }).treeHash('unit'),
    ]);
    expect([new Set(hashes).size, hashes[0] === hashes[3]]).toEqual([3, true]);
  });

  it('can’t be told of a check that there is not, or that covers too much; what breaks otherwise is not hidden', async () => {
    expect([await trees().treeHash('nope'), await trees().treeHash('constructor')]).toEqual([null, null]);
    const failing = (error: Error) => new CheckTrees(CHECKS, { look: () => Promise.reject(error) });
    expect(await failing(new CannotCover('too much')).treeHash('unit')).toBeNull();
    await expect(failing(new Error('broken')).treeHash('unit')).rejects.toThrow('broken');
  });
});

describe('fresh work', () => {
  it('is begun after it was asked for, and shared by all who asked before it began', async () => {
    const gates: (() => void)[] = [];
    let begun = 0;
    const work = new FreshWork(async () => {
      const number = ++begun;
      await new Promise<void>((open) => gates.push(open));
      return number;
    });
    const first = work.run();
    while (begun < 1) await new Promise(setImmediate);
    const [second, third] = [work.run(), work.run()];
    gates.shift()?.();
    expect(await first).toBe(1);
    while (begun < 2) await new Promise(setImmediate);
    const fourth = work.run();
    gates.shift()?.();
    expect(await Promise.all([second, third])).toEqual([2, 2]);
    while (begun < 3) await new Promise(setImmediate);
    gates.shift()?.();
    expect(await fourth).toBe(3);
  });

  it('goes on after one that failed', async () => {
    let tries = 0;
    const work = new FreshWork(async () => {
      tries++;
      if (tries === 1) throw new Error('broken');
      return tries;
    });
    const [broken, next] = [work.run(), work.run()];
    await expect(broken).rejects.toThrow('broken');
    await expect(next).rejects.toThrow('broken');
    expect(await work.run()).toBe(2);
  });
});
