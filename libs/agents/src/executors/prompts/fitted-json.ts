import type { Tokenizer } from '@app/handoff';
import { type Lengths, shortened } from './shortened.js';
import { untrustedJson } from './untrusted-json.js';

/** From hardly to badly shortened: the first that fits is taken. */
const RUNGS: readonly Lengths[] = [
  { chars: 2_000, entries: 50 },
  { chars: 800, entries: 30 },
  { chars: 400, entries: 20 },
  { chars: 200, entries: 10 },
  { chars: 80, entries: 5 },
  { chars: 40, entries: 2 },
];
/** Longer than this it is too much without being counted: no text has so many characters to a token but one made of blanks. */
const CHARS_PER_TOKEN = 16;

/** A value as JSON within so many tokens, and whether anything had to be left out for it. */
export function fittedJson(value: unknown, maxTokens: number, tokenizer: Tokenizer): { readonly text: string; readonly whole: boolean } {
  const fits = (text: string) => text.length <= maxTokens * CHARS_PER_TOKEN && tokenizer.countTokens(text) <= maxTokens;
  const whole = untrustedJson(value);
  if (fits(whole)) return { text: whole, whole: true };
  for (const lengths of RUNGS) {
    const text = untrustedJson(shortened(value, lengths));
    if (fits(text)) return { text, whole: false };
  }
  return { text: untrustedJson('too much to be shown here'), whole: false };
}
