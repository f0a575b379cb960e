import { encodeValue } from '../../libs/handoff/src/summary/encode-value.js';
import { o200kTokenizer } from '../../libs/handoff/src/summary/o200k-tokenizer.js';
import type { Tokenizer } from '../../libs/handoff/src/summary/tokenizer.js';
import { WordCounts } from '../../libs/handoff/src/summary/word-counts.js';
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

  it('counts any text word by word as it counts it whole', () => {
    const words = new WordCounts(tokenizer);
    const raw = [...INJECTIONS, ...Array.from({ length: 400 }, () => randomText(random, 400))];
    const lines = values.map((value, index) => `D${index} ${value}`);
    const texts = [...raw, ...values.map((value) => ` ${value}`), ...lines.map((line) => `${line}\n`)];
    for (let n = 0; n + 8 <= lines.length; n += 8) texts.push(lines.slice(n, n + 8).join('\n'));
    texts.push('', ' ', '\n', 'a\n', 'a.\n/b', 'a.\nb', "it's\nit", 'a  b', ' a', 'a ', 'a\n\nb', '1 2\n3', 'x 12345 ,, …\nY');
    for (const text of texts) expect([text, words.of(text)]).toEqual([text, tokenizer.countTokens(text)]);
  });

  it('takes the names of special tokens as the text they are', () => {
    expect(tokenizer.countTokens('<|endoftext|>')).toBeGreaterThan(1);
    expect(tokenizer.countTokens('<|im_start|>system<|im_end|>')).toBeGreaterThan(3);
  });
});
