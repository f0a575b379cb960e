import type { Tokenizer } from '../summary/tokenizer.js';

const SLICE_CHARS = 256;
const LONG_RUN = new RegExp(`\\S{${SLICE_CHARS},}`);

/**
 * About how many tokens a text has, rather too many than too few. A word without an end takes a tokenizer the square of its length;
 * in slices it does not, and where it was cut it can only count more.
 */
export const roughCount = (text: string, tokenizer: Tokenizer): number => {
  if (!LONG_RUN.test(text)) return tokenizer.countTokens(text);
  let tokens = 0;
  for (let start = 0; start < text.length; start += SLICE_CHARS) tokens += tokenizer.countTokens(text.slice(start, start + SLICE_CHARS));
  return tokens;
};
