import { o200kTokenizer } from '@app/handoff';
import { sliceOf } from './slice-of.js';

describe('sliceOf', () => {
  const texts = {
    words: 'one word after the other\n'.repeat(400),
    'one line': 'x1'.repeat(5_000),
    emoji: '🧑‍🚀🧬'.repeat(800),
    controls: '\u0000\u0001\u0002'.repeat(1_500),
    nothing: '',
  };

  it.each(Object.entries(texts))('cuts %s into parts that fit and lose nothing', async (_, text) => {
    const tokenizer = await o200kTokenizer();
    const parts: string[] = [];
    for (let at = 0; at < text.length; ) {
      const part = sliceOf(text, at, 100, tokenizer);
      expect(tokenizer.countTokens(part.text)).toBeLessThanOrEqual(100);
      expect(part.text.isWellFormed()).toBe(true);
      expect(part.end).toBeGreaterThan(at);
      parts.push(part.text);
      at = part.end;
    }
    expect(parts.join('')).toBe(text);
  });

  it('ends at the end of a line where there is one', async () => {
    const part = sliceOf(texts.words, 0, 100, await o200kTokenizer());
    expect(part.text.endsWith('other\n')).toBe(true);
  });
});
