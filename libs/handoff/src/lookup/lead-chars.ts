import type { Tokenizer } from '../summary/tokenizer.js';
import { leadOf } from './lead-of.js';
import type { Listed } from './listing.js';
import { roughCount } from './rough-count.js';

/** No posted text is longer than this. */
const WHOLE_CHARS = 100_000;

const CHARS = [WHOLE_CHARS, 4_000, 1_600, 800, 400, 280, 200, 140] as const;
const LEAST_CHARS = 140;
/** So many of the first elements should have room on one page, if they can. */
const FEW = 48;
// No text needs more characters to fill so many tokens.
const CHARS_PER_TOKEN = 12;

/** How much of each text to show first, so that a page holds as many of the elements that matter as it can. */
export const comfortableChars = async (list: readonly Listed[], roomTokens: number, tokenizer: Tokenizer): Promise<number> => {
  const values = await Promise.all(list.slice(0, FEW).map((listed) => listed.read()));
  for (const chars of CHARS) {
    const json = values.map((value) => `${JSON.stringify(leadOf(value, chars).lead)},`).join('');
    if (json.length <= roomTokens * CHARS_PER_TOKEN && roughCount(json, tokenizer) <= roomTokens) return chars;
  }
  return LEAST_CHARS;
};
