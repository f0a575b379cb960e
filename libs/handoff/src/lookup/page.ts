import { HandoffError } from '../errors/handoff.error.js';
import type { Tokenizer } from '../summary/tokenizer.js';

/** What a look-up answers, counted as the JSON it is sent as. */
export interface LookupAnswer {
  readonly handle: string;
  /** The head that the marks are of. */
  readonly version: number;
  readonly value: unknown;
  readonly tokens: number;
  readonly next_cursor: string | null;
}

type Uncounted = Omit<LookupAnswer, 'tokens'>;

const withTokens = ({ next_cursor, ...front }: Uncounted, tokens: number): LookupAnswer => ({ ...front, tokens, next_cursor });

/**
 * An answer with its own size in it, which is part of that size. `guess` saves counting twice:
 * numbers of the same length take the same tokens.
 */
export const counted = (answer: Uncounted, guess: number, tokenizer: Tokenizer): LookupAnswer => {
  let tokens = guess;
  for (let round = 0; round < 4; round += 1) {
    const found = tokenizer.countTokens(JSON.stringify(withTokens(answer, tokens)));
    const settled = String(found).length === String(tokens).length;
    tokens = found;
    if (settled) break;
  }
  return withTokens(answer, tokens);
};

export const tooSmall = (least: number): HandoffError =>
  new HandoffError('budget_too_small', `This look-up needs at least ${least} tokens.`, { least });
