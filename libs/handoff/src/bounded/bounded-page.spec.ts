import { o200kTokenizer, type Page } from '@app/handoff';
import { boundedPage } from './bounded-page.js';

describe('boundedPage', () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({ id: `T${i}`, text: 'word 日本 🙂 '.repeat((i * 7) % 23) }));
  const from =
    (start: number) =>
    async (limit: number): Promise<Page<(typeof rows)[number]>> => ({
      items: rows.slice(start, start + limit),
      next_cursor: start + limit < rows.length ? String(start + limit) : null,
    });

  it.each([260, 400, 1_000, 5_000, 100_000])('shows each item once within %d tokens a page', async (maxTokens) => {
    const tokenizer = await o200kTokenizer();
    const seen: unknown[] = [];
    for (let cursor: string | null = '0'; cursor !== null; ) {
      const page: Page<unknown> = await boundedPage(from(Number(cursor)), 50, maxTokens, tokenizer);
      expect(tokenizer.countTokens(JSON.stringify(page))).toBeLessThanOrEqual(maxTokens);
      seen.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(rows);
  });

  it('names the least that works when not even one item has room', async () => {
    const tokenizer = await o200kTokenizer();
    const refused = await boundedPage(from(3), 50, 20, tokenizer).catch((error) => error);
    expect(refused).toMatchObject({ code: 'budget_too_small' });
    const { least } = refused.details;
    expect((await boundedPage(from(3), 50, least, tokenizer)).items).toHaveLength(1);
    await expect(boundedPage(from(3), 50, least - 1, tokenizer)).rejects.toMatchObject({ code: 'budget_too_small', details: { least } });
    expect((await boundedPage(from(0), 50, undefined, tokenizer)).items).toHaveLength(50);
  });
});
