import { GAP } from './encode-value.js';
import type { Passage } from './passages-of.js';
import type { Tokenizer } from './tokenizer.js';
import { WordCounts } from './word-counts.js';

const cutOff = (passage: Passage, text: string, rest: string, restGlued: boolean): readonly [Passage, Passage] => {
  const part = text.length / (text.length + rest.length);
  return [
    { ...passage, text, share: passage.share * part },
    { ...passage, text: rest, glued: restGlued, share: passage.share * (1 - part) },
  ];
};

/**
 * Token counts that add up: in o200k_base no token reaches from one word over the space into the next, nor from one line into the next.
 * For a vocabulary where that is not so the sums are estimates, and whoever adds them up counts the whole at the end.
 */
export class TokenCounts {
  readonly gap: number;
  readonly #ofPassages = new Map<Passage, number>();
  readonly #lines = new Map<string, number>();
  readonly #words: WordCounts;

  constructor(tokenizer: Tokenizer) {
    this.#words = new WordCounts(tokenizer);
    this.gap = this.of(GAP);
  }

  of(text: string): number {
    return this.#words.of(text);
  }

  /** Of what is printed again and again: prefixes, headings, separators. */
  ofLine(line: string): number {
    const known = this.#lines.get(line);
    if (known !== undefined) return known;
    const tokens = this.of(line);
    this.#lines.set(line, tokens);
    return tokens;
  }

  ofPassage(passage: Passage): number {
    const known = this.#ofPassages.get(passage);
    if (known !== undefined) return known;
    const tokens = this.of(passage.glued ? passage.text : ` ${passage.text}`);
    this.#ofPassages.set(passage, tokens);
    return tokens;
  }

  /** The passage in two, the first with at most so many tokens; null when not even its first word has room. */
  cut(passage: Passage, maxTokens: number): readonly [Passage, Passage] | null {
    const words = passage.text.split(' ');
    let left = maxTokens;
    let kept = 0;
    for (; kept < words.length; kept += 1) {
      left -= this.of(kept === 0 && passage.glued ? (words[kept] ?? '') : ` ${words[kept]}`);
      if (left < 0) break;
    }
    if (kept > 0 && kept < words.length) return cutOff(passage, words.slice(0, kept).join(' '), words.slice(kept).join(' '), false);
    return null;
  }

  /** As `cut`, but takes characters of the first word when that is all there is room for. */
  cutAnyhow(passage: Passage, maxTokens: number): readonly [Passage, Passage] | null {
    const atWord = this.cut(passage, maxTokens);
    if (atWord !== null) return atWord;
    const characters = [...passage.text];
    for (let kept = Math.min(characters.length - 1, 4 * maxTokens); kept > 0; kept = Math.floor(kept * 0.7)) {
      const text = characters.slice(0, kept).join('').trimEnd();
      const rest = characters.slice(kept).join('');
      if (this.of(` ${text}`) <= maxTokens || kept === 1) return cutOff(passage, text, rest.trimStart(), !rest.startsWith(' '));
    }
    return null;
  }
}
