import type { Tokenizer } from '@app/handoff';
import { loadDomain } from '../product.js';
import type { Facts, OpenSide, Side, Slice } from '../side.js';

/** Counting the tokens of the summaries that were just made, each once, in a process that has not seen their text. */
class TokenizeFloor implements Side {
  #texts: readonly string[] = [];
  #tokens = 0;
  #counted = 0;

  constructor(private readonly tokenizer: Tokenizer) {}

  async prepare(made: readonly string[]): Promise<void> {
    this.#texts = made;
  }

  async slice(): Promise<Slice> {
    const begun = performance.now();
    for (const text of this.#texts) this.#tokens += this.tokenizer.countTokens(text);
    const over = performance.now() - begun;
    this.#counted += this.#texts.length;
    return { count: this.#texts.length, over };
  }

  async facts(): Promise<Facts> {
    return { mean_tokens: Math.round(this.#tokens / Math.max(1, this.#counted)) };
  }

  async finish(): Promise<number> {
    return 0;
  }
}

export const openTokenizeFloor: OpenSide = async ({ build }) => new TokenizeFloor(await (await loadDomain(build)).o200kTokenizer());
