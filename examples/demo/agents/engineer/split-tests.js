import assert from 'node:assert/strict';
import test from 'node:test';
import { split } from '../src/split.js';

test('a bill is split between three', () => {
  assert.deepEqual(split(900, 3), [300, 300, 300]);
});

test('a bill is split between four', () => {
  assert.deepEqual(split(1000, 4), [250, 250, 250, 250]);
});
