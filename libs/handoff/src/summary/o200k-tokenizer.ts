import type { Tokenizer } from './tokenizer.js';

// Merges are remembered per piece of text. Pieces come from outside and can be long, so few are kept.
const REMEMBERED_PIECES = 5_000;

const load = async (): Promise<Tokenizer> => {
  const { countTokens, setMergeCacheSize } = await import('gpt-tokenizer/encoding/o200k_base');
  const plainText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
  setMergeCacheSize(REMEMBERED_PIECES);
  return { encoding: 'o200k_base', wordsAddUp: true, countTokens: (text) => countTokens(text, plainText) };
};

let loaded: Promise<Tokenizer> | undefined;

/** The vocabulary that budgets are counted in. It is large, so it is loaded when first asked for. */
export const o200kTokenizer = (): Promise<Tokenizer> => {
  loaded ??= load();
  return loaded;
};
