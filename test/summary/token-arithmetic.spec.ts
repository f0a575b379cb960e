import { encodeValue } from '../../libs/handoff/src/summary/encode-value.js';
import { o200kTokenizer } from '../../libs/handoff/src/summary/o200k-tokenizer.js';
import type { Tokenizer } from '../../libs/handoff/src/summary/tokenizer.js';
import { INJECTIONS } from './support/injections.js';
import { Random } from './support/random.js';
import { randomText } from './support/random-text.js';

/** The summary adds up counts of words and lines. These are the facts about the vocabulary that this rests on. */
describe('o200k_base', () => {
  let tokenizer: Tokenizer;
  const random = new Random(9);
  const values = [...INJECTIONS, ...Array.from({ length: 400 }, () => randomText(random, 400))].map(encodeValue);
  beforeAll(async () => {
    tokenizer = await o200kTokenizer();
  });

  it('has no token that reaches from one word into the next', () => {
    for (const value of values) {
      const words = value.split(' ').map((word) => tokenizer.countTokens(` ${word}`));
      expect(words.reduce((sum, tokens) => sum + tokens, 0)).toBe(tokenizer.countTokens(` ${value}`));
    }
  });

  it('has no token that reaches from one line into the next, when that begins with a letter', () => {
    const lines = values.map((value, index) => `D${index} ${value}\n`);
    const sum = lines.reduce((tokens, line) => tokens + tokenizer.countTokens(line), 0);
    expect(tokenizer.countTokens(lines.join(''))).toBe(sum);
  });

  it('takes the names of special tokens as the text they are', () => {
    expect(tokenizer.countTokens('<|endoftext|>')).toBeGreaterThan(1);
    expect(tokenizer.countTokens('<|im_start|>system<|im_end|>')).toBeGreaterThan(3);
  });
});
