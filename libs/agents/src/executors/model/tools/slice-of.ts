import type { Tokenizer } from '@app/handoff';

/** More than enough for any text: what is dense in tokens is found out by counting. */
const CHARS_PER_TOKEN = 6;

/** As much of a text from an offset on as fits, up to the end of a line if there is one. */
export function sliceOf(
  text: string,
  offset: number,
  maxTokens: number,
  tokenizer: Tokenizer,
): { readonly text: string; readonly end: number } {
  let part = text.slice(offset, offset + maxTokens * CHARS_PER_TOKEN);
  for (let tokens = tokenizer.countTokens(part); tokens > maxTokens && part.length > 1; tokens = tokenizer.countTokens(part))
    part = part.slice(0, Math.max(1, Math.floor((part.length * maxTokens * 0.97) / tokens)));
  let end = offset + part.length;
  if (end < text.length) {
    const lineEnd = part.lastIndexOf('\n') + 1;
    if (lineEnd > 0) end = offset + lineEnd;
    else if (/[\uD800-\uDBFF]$/.test(part) && part.length > 1) end -= 1;
  }
  return { text: text.slice(offset, end), end };
}
