import type { Tokenizer } from './tokenizer.js';

/** Nothing but words, one blank between two, and lines that begin with a letter: into such a word no token reaches from the one before it. */
const PLAIN = /^ ?\S+(?:(?: |\n(?=[A-Za-z]))\S+)*\n?$/;
const WORD = / ?[^ \n]+\n?/g;

/** Words come from outside, so not all are kept, and none so long that V8 would keep the whole text it was cut from. */
const REMEMBERED = 20_000;
const REMEMBERED_CHARS = 12;

const remembered = new WeakMap<Tokenizer, Map<string, number>>();

/**
 * Counts a text word by word where that gives the same. Texts are made of the same few thousand words, and a small table of them is many times faster than
 * a vocabulary of two hundred thousand: a summary counts every text it may show, and itself.
 */
export class WordCounts {
  readonly #known: Map<string, number>;

  constructor(private readonly tokenizer: Tokenizer) {
    this.#known = remembered.get(tokenizer) ?? new Map<string, number>();
    remembered.set(tokenizer, this.#known);
  }

  of(text: string): number {
    if (this.tokenizer.wordsAddUp !== true || !PLAIN.test(text)) return this.tokenizer.countTokens(text);
    let tokens = 0;
    for (const word of text.match(WORD) ?? []) tokens += this.#ofWord(word);
    return tokens;
  }

  #ofWord(word: string): number {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const tokens = this.tokenizer.countTokens(word);
    if (word.length > REMEMBERED_CHARS) return tokens;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(word, tokens);
    return tokens;
  }
}
