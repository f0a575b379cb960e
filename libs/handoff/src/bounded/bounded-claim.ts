import type { ClaimAnswer } from '../coordinator/answers.js';
import type { Tokenizer } from '../summary/tokenizer.js';
import { LISTS_OF_CLAIM } from './lists-of-claim.js';
import { bareOf, roomier, type Shortened, shortened } from './shortened.js';

/** What every claim has room in: by then it is written, and cannot be refused any more. */
export const LEAST_CLAIM_TOKENS = 1_200;

/**
 * The answer to a claim in at most so many tokens; `brief` is the one with the shortest summary. A handoff whose own texts have no room is
 * left out whole; the history says what was in it.
 */
export const boundedClaim = (
  answer: ClaimAnswer,
  brief: () => ClaimAnswer,
  maxTokens: number,
  tokenizer: Tokenizer,
): Shortened<ClaimAnswer> => {
  const cuttable = { lists: LISTS_OF_CLAIM, version: answer.version };
  const form = roomier(answer, brief, cuttable, maxTokens, tokenizer);
  const bare = bareOf(form, cuttable);
  if (form.command === null || tokenizer.countTokens(JSON.stringify(bare)) <= maxTokens)
    return shortened(form, cuttable, maxTokens, tokenizer);
  const handedOver = { kind: 'history', count: 1, handle: `history@${form.command.version}` } as const;
  return { ...bare, command: null, omitted: [...(bare.omitted ?? []), handedOver] };
};
