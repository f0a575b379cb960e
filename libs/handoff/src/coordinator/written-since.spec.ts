import { House } from '../../../../test/support/house.js';
import { MemoryStore } from '../../../../test/support/memory-store.js';
import { apply } from '../patch/apply.js';
import type { Operation } from '../schema/operation.js';

const MOST_BYTES = 64 * 1024;
const bytes = (patch: readonly Operation[]): number => Buffer.byteLength(JSON.stringify(patch));

const atVersion1 = async (): Promise<House> => {
  const house = await House.open(new MemoryStore());
  await house.create();
  return house;
};

const warn = (house: House, expected_version: number, warnings: string[]) =>
  house.do('agent:dev-engineer', 'update', 'T1', { expected_version, state_delta: { warnings } });

/** What somebody is told who takes this version for the newest. */
const wayFrom = async (house: House, version: number): Promise<readonly Operation[] | null> =>
  (await house.refusal(warn(house, version, ['mine']))).details.patch as readonly Operation[] | null;

describe('the way from a version somebody took for the newest', () => {
  it('is told over 200 versions, and not over more', async () => {
    const house = await atVersion1();
    for (let edit = 1; edit <= 201; edit++) await house.do('human:mira', 'edit', 'T1', { labels: [`l${edit}`] });
    const base = await house.reader.at('T1', 2);
    expect(apply(base, (await wayFrom(house, 2)) ?? [])).toEqual(await house.reader.state('T1'));
    expect(await wayFrom(house, 1)).toBeNull();
  });

  it.each(['w', 'ü', '界'])('is told up to 64 KiB, and not beyond, in texts of %j', async (character) => {
    const house = await atVersion1();
    const lengths: (number | null)[] = [];
    for (let version = 1; lengths.at(-1) !== null; version++) {
      await warn(house, version, Array(4).fill(character.repeat(390)));
      const patch = await wayFrom(house, 1);
      lengths.push(patch === null ? null : bytes(patch));
    }
    const longest = lengths.at(-2) ?? 0;
    const step = longest - (lengths.at(-3) ?? 0);
    expect(longest).toBeLessThanOrEqual(MOST_BYTES);
    expect(longest + 2 * step).toBeGreaterThan(MOST_BYTES);
  });

  it('is not told to somebody who names a version that is not there yet', async () => {
    const house = await atVersion1();
    expect(await wayFrom(house, 7)).toBeNull();
  });
});
