import { Allocation, openShort } from './allocate.js';
import { SEPARATOR } from './encode-value.js';
import { Line } from './line.js';
import type { Row } from './row.js';
import { slotsOf } from './slot.js';
import { TokenCounts } from './token-counts.js';

const words = new TokenCounts({ encoding: 'words', countTokens: (text) => text.split(' ').filter((word) => word !== '').length });

const row = (prefix: string, text: string, why: string | null = null, below: Row | null = null): Row => ({
  section: 'decisions',
  kind: 'decisions',
  prefix,
  slots: slotsOf(text, 1, why, 0.5),
  separator: SEPARATOR,
  must: false,
  below,
});

const spent = (rows: readonly Row[], budget: number): string[] => {
  const lines = rows.map((one) => new Line(one));
  new Allocation(lines, words).spend(budget);
  return lines.filter((line) => line.open).map((line) => line.text());
};

describe('Allocation', () => {
  it('shows all when there is room', () =>
    expect(spent([row('D1', 'Signed cookie.', 'No store to lose.')], 50)).toEqual(['D1 Signed cookie. — No store to lose.']));

  it('shows many short before one long', () =>
    expect(spent([row('D1', 'One two.', 'A long reason that takes all of the room there is.'), row('D2', 'Three four.')], 12)).toEqual([
      'D1 One two.',
      'D2 Three four.',
    ]));

  it('shows the beginning of what has no room whole', () =>
    expect(spent([row('D1', 'One two three four five six seven eight nine ten.')], 12)).toEqual([
      'D1 One two three four five six seven eight …',
    ]));

  it('never shows the end of a sentence without its beginning', () => {
    const line = new Line(row('D1', `${'sentence '.repeat(13)}last, and then it ends.`));
    openShort(line, 3, words);
    new Allocation([line], words).spend(5);
    expect(line.text()).toBe('D1 sentence sentence sentence …');
  });

  it('never shows a line whose upper one is not shown', () => {
    const worse = row('I1', 'word '.repeat(40).trim());
    expect(spent([worse, row('I2', 'Short.', null, worse)], 6)).toEqual([]);
  });

  it('takes back what it showed last', () => {
    const lines = [row('D1', 'One two.'), row('D2', 'Three four five.')].map((one) => new Line(one));
    const allocation = new Allocation(lines, words);
    allocation.spend(50);
    expect(allocation.takeBack(1)).toBe(true);
    expect(lines.map((line) => line.open)).toEqual([true, false]);
    expect(allocation.takeBack(1)).toBe(true);
    expect(allocation.takeBack(1)).toBe(false);
  });
});
