import fc from 'fast-check';
import { jsonBytes } from '../schema/json-bytes.js';
import { weigh } from './weigh.js';

const UNITS = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
const TEXTS = fc.oneof(UNITS, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
const VALUES = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    TEXTS,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(TEXTS, tie('value'), { maxKeys: 4 }),
}));

const inFile = (list: readonly unknown[]): number => Buffer.byteLength(JSON.stringify({ list }, null, 2));

const HIGH = String.fromCharCode(0xd83d);
const LOW = String.fromCharCode(0xde00);
const PAIR = HIGH + LOW;

describe('weighing', () => {
  it('counts the bytes of a text as JSON has it', () => {
    fc.assert(
      fc.property(TEXTS, (text) => {
        expect(jsonBytes(text)).toBe(Buffer.byteLength(JSON.stringify(text)) - 2);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['a pair of halves', PAIR, 4],
    ['a half before a pair', `${HIGH}${PAIR}`, 10],
    ['a half behind a pair', `${PAIR}${LOW}`, 10],
    ['halves in the wrong order', LOW + HIGH, 12],
    ['a control character', '\u0001', 6],
    ['one that has a letter', '\t', 2],
    ['delete', '\u007f', 1],
  ])('counts %s', (_what, text, bytes) => {
    expect(jsonBytes(text)).toBe(bytes);
    expect(Buffer.byteLength(JSON.stringify(text))).toBe(bytes + 2);
  });

  it('gives an item the bytes it takes in a list of the state file, with its comma and the end of its line', () => {
    fc.assert(
      fc.property(VALUES.object as fc.Arbitrary<object>, (item) => {
        expect(weigh(item)).toBe(inFile([item, 0]) - inFile([0]));
      }),
      { numRuns: 2_000 },
    );
  });
});
