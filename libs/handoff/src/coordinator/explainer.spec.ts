import { House } from '../../../../test/support/house.js';
import { MemoryStore } from '../../../../test/support/memory-store.js';

const MIRA = 'human:mira';
const STANDING = ['current_version', 'written_by', 'written_at', 'claimed_by', 'claim_alive', 'next'];

/** Two tasks, one of them two versions further than the other. */
const open = async (): Promise<House> => {
  const house = await House.open(new MemoryStore());
  await house.create('Login');
  await house.create('Other');
  await house.do(MIRA, 'edit', 'Login', { labels: ['a'] });
  await house.do(MIRA, 'edit', 'Login', { labels: ['b'] });
  return house;
};

describe('a 409 tells how the task stands', () => {
  it.each(['Login', 'lOGIN'])('whose name %s somebody wanted, however it was written', async (name) => {
    const house = await open();
    for (const ask of [
      () => house.do(MIRA, 'create', name, { task_title: 'Mine' }),
      () => house.do(MIRA, 'fork', 'Other', { version: 1, task_id: name }),
    ]) {
      const { code, details } = await house.refusal(ask());
      expect([code, details.current_version]).toEqual(['task_exists', 3]);
      expect(Object.keys(details)).toEqual(expect.arrayContaining(STANDING));
      expect(details.next).toMatchObject({ you: expect.stringContaining('Login (planning, pending, version 3)') });
    }
  });

  it('that a request with the same key is about to change', async () => {
    const house = await open();
    const asked = () => house.do(MIRA, 'edit', 'Login', { labels: ['c'] }, { key: 'k1' });
    const [first, second] = await Promise.all([asked(), house.refusal(asked())]);
    expect(first.state.version).toBe(4);
    expect(second.code).toBe('request_in_flight');
    expect(Object.keys(second.details)).toEqual(expect.arrayContaining(STANDING));
  });

  it('but tells nothing of a task that is still being made', async () => {
    const house = await open();
    const asked = () => house.do(MIRA, 'create', 'New', { task_title: 'Mine' }, { key: 'k1' });
    const [, second] = await Promise.all([asked(), house.refusal(asked())]);
    expect(second.code).toBe('request_in_flight');
  });
});
