import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { o200kTokenizer } from '../../libs/handoff/src/summary/o200k-tokenizer.js';
import { summarize } from '../../libs/handoff/src/summary/summarize.js';
import { rateLimit, rateLimitAnswered } from './support/stories.js';

const page = readFileSync(join(__dirname, '../../docs/summary.md'), 'utf8');
const examples = [...page.matchAll(/```text\n([\s\S]*?)```/g)].map(([, text]) => text);

describe('docs/summary.md', () => {
  it.each([
    ['the first example', 0, 499, rateLimit],
    ['the second example', 1, 220, rateLimitAnswered],
  ])('shows %s as it is', async (_, index, maxTokens, story) => {
    const tokenizer = await o200kTokenizer();
    expect(summarize(story().state, { maxTokens, tokenizer, stateFile: '.jerry/state/T42.json' }).text).toBe(examples[index]);
  });

  it('has no other examples', () => expect(examples).toHaveLength(2));
});
