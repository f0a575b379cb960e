import assert from 'node:assert/strict';
import test from 'node:test';
import { format } from '../src/money.js';
import { split } from '../src/split.js';

/** Every bill from 1.00 to 10.00, between one to twelve people. */
const bills = Array.from({ length: 901 * 12 }, (_, k) => ({ total: 100 + Math.floor(k / 12), people: 1 + (k % 12) }));

const sum = (shares) => shares.reduce((total, share) => total + share, 0);
const gap = (shares) => Math.max(...shares) - Math.min(...shares);

/** Fails if a bill is not as it should be: says how many are not, and shows the first. */
function holds(isRight, complaint, show) {
  const wrong = bills.filter(({ total, people }) => !isRight(split(total, people), total));
  if (wrong.length === 0) return;
  const [{ total, people }] = wrong;
  assert.fail(`${wrong.length} of ${bills.length} bills ${complaint}: ${format(total)} for ${people} ${show(split(total, people))}`);
}

test('shares add up to the bill', () => {
  const show = (shares) => `makes ${format(sum(shares))}`;
  holds((shares, total) => sum(shares) === total, 'do not add up', show);
});

test('no two shares differ by more than a cent', () => {
  const show = (shares) => `makes shares ${format(gap(shares))} apart`;
  holds((shares) => gap(shares) <= 1, 'are not fair', show);
});
