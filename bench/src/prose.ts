import { WORDS } from './sizes.js';

/** How many of the most frequent words are about equally so. */
const FLATTENED = 8;
/** Share of words that are the name of a file, an id or a number. */
const NAMES = 0.08;

/**
 * Text as agents write it, as far as a tokenizer or a compressor can tell: words of real handoffs, as frequent as they are there,
 * with fresh names and numbers. The same seed gives the same text.
 */
export class Prose {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1 (mulberry32). */
  random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** From `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)] as T;
  }

  hex(digits: number): string {
    let text = '';
    while (text.length < digits)
      text += Math.floor(this.random() * 0x1_0000_0000)
        .toString(16)
        .padStart(8, '0');
    return text.slice(0, digits);
  }

  path(): string {
    const folder = this.pick(['session', 'ledger', 'import', 'render', 'queue', 'billing']);
    return `src/${folder}/${this.pick(['reader', 'writer', 'parser', 'guard'])}-${this.hex(4)}.ts`;
  }

  /** The frequent ones first: the n-th is about 1/n as likely as the first. */
  #word(): string {
    const rank = FLATTENED * ((WORDS.length + FLATTENED) / FLATTENED) ** this.random() - FLATTENED;
    return WORDS[Math.floor(rank)] as string;
  }

  #name(): string {
    const kind = this.between(0, 2);
    if (kind === 0) return this.path();
    return kind === 1 ? `${this.pick(['job', 'acct', 'lease', 'batch'])}_${this.hex(6)}` : String(this.between(2, 9_000));
  }

  sentence(): string {
    const words = Array.from({ length: this.between(7, 18) }, () => (this.random() < NAMES ? this.#name() : this.#word()));
    const [first = '', ...rest] = words;
    const comma = this.between(3, 9);
    return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${rest.map((word, n) => (n === comma ? `${word},` : word)).join(' ')}.`;
  }

  /** Whole sentences, the last one cut so that there are exactly so many characters (ASCII, so as many bytes). */
  text(chars: number): string {
    let text = '';
    while (text.length < chars) text += `${text === '' ? '' : ' '}${this.sentence()}`;
    const cut = text.slice(0, chars);
    return cut.endsWith(' ') ? `${cut.slice(0, -1)}.` : cut;
  }
}
