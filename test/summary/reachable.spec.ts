import { o200kTokenizer } from '../../libs/handoff/src/summary/o200k-tokenizer.js';
import type { Tokenizer } from '../../libs/handoff/src/summary/tokenizer.js';
import { Random } from './support/random.js';
import { RandomHistory } from './support/random-history.js';
import { unreachable } from './support/unreachable.js';

describe('what the summary leaves out', () => {
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    tokenizer = await o200kTokenizer();
  });

  it.each([2_000, 500])('is reached by what it prints, whole, in pages of %d tokens', async (maxTokens) => {
    for (let seed = 100; seed < 130; seed += 1) {
      const random = new Random(seed);
      const bytes = random.logUniform(2_000, 100_000);
      const task = new RandomHistory(random, bytes);
      while (task.bytes < bytes) task.step();
      expect(await unreachable(task.history, { maxTokens: 300, tokenizer }, { maxTokens, tokenizer })).toEqual([]);
    }
  });
});
