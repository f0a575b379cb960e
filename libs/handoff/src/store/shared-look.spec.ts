import type { Fence } from './fence.js';
import { SharedLook } from './shared-look.js';

describe('a shared look', () => {
  let made = 0;
  let isFenced = false;
  const fence = {
    look: () => {
      made++;
      if (isFenced) throw new Error('fenced');
    },
  } as unknown as Fence;
  const looks = new SharedLook(fence);

  beforeEach(() => {
    made = 0;
    isFenced = false;
  });

  it('is one for all who ask in the same turn', async () => {
    await Promise.all([looks.next(), looks.next(), looks.next()]);
    expect(made).toBe(1);
  });

  it('begins after it is asked for: whoever asks when one has been made gets another', async () => {
    const asked = looks.next();
    expect(made).toBe(0);
    await asked;
    await looks.next();
    expect(made).toBe(2);
  });

  it('that fails fails for everybody', async () => {
    isFenced = true;
    const answers = await Promise.allSettled([looks.next(), looks.next()]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isFenced = false;
    await expect(looks.next()).resolves.toBeUndefined();
  });
});
