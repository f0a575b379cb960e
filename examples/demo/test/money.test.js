import assert from 'node:assert/strict';
import test from 'node:test';
import { format } from '../src/money.js';

test('an amount is written with its cents', () => {
  assert.equal(format(1250), '12.50', `12.50 is written ${format(1250)}`);
});

test('cents keep their zero', () => {
  assert.equal(format(1205), '12.05', `12.05 is written ${format(1205)}`);
});
