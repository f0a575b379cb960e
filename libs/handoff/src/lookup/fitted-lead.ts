import type { Tokenizer } from '../summary/tokenizer.js';
import { type Lead, leadOf } from './lead-of.js';
import { roughCount } from './rough-count.js';

const LEAST_CHARS = 6;
// No text needs more characters to fill so many tokens; what is longer need not be counted to be known too long.
const CHARS_PER_TOKEN = 12;

export interface FittedLead extends Lead {
  readonly tokens: number;
}

/** The element with its texts cut to so many characters, or to as many fewer as it takes to have at most `maxTokens` as JSON, if anything does. */
export const fittedLead = (
  value: Readonly<Record<string, unknown>>,
  leadChars: number,
  maxTokens: number,
  tokenizer: Tokenizer,
): FittedLead => {
  for (let chars = leadChars; ; chars = Math.floor(chars / 2)) {
    const lead = leadOf(value, chars);
    const json = `${JSON.stringify(lead.lead)},`;
    if (json.length > maxTokens * CHARS_PER_TOKEN && chars > LEAST_CHARS) continue;
    const tokens = roughCount(json, tokenizer);
    if (tokens <= maxTokens || chars <= LEAST_CHARS) return { ...lead, tokens };
  }
};
