import { HandoffError } from '../errors/handoff.error.js';
import { roughCount } from '../lookup/rough-count.js';
import type { Page } from '../ports/page.js';
import { requireTokenBudget } from '../schema/token-budget.js';
import { utf8Bytes } from '../schema/utf8-bytes.js';
import type { Tokenizer } from '../summary/tokenizer.js';

/** As many of these, from the first on, as have room; at least one, and fewer than there are. */
const fitting = (items: readonly unknown[], maxTokens: number, tokenizer: Tokenizer): number => {
  let left = maxTokens;
  const fit = items.findIndex((item) => {
    left -= roughCount(`${JSON.stringify(item)},`, tokenizer);
    return left < 0;
  });
  return Math.max(1, Math.min(fit < 0 ? items.length : fit, items.length - 1));
};

/** A page of a list that has at most so many tokens as JSON; what has no room is behind its cursor. Throws `budget_too_small` when not even one item has. */
export const boundedPage = async <T>(
  read: (limit: number) => Promise<Page<T>>,
  limit: number,
  maxTokens: number | undefined,
  tokenizer: Tokenizer,
): Promise<Page<T>> => {
  if (maxTokens === undefined) return read(limit);
  requireTokenBudget(maxTokens);
  for (let most = limit; ; ) {
    const page = await read(most);
    const json = JSON.stringify(page);
    // No token is shorter than a byte.
    if (utf8Bytes(json) <= maxTokens) return page;
    const tokens = tokenizer.countTokens(json);
    if (tokens <= maxTokens) return page;
    if (page.items.length <= 1) throw new HandoffError('budget_too_small', `This page needs at least ${tokens} tokens.`, { least: tokens });
    most = fitting(page.items, maxTokens, tokenizer);
  }
};
