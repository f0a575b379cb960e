import { GENERIC_HASHES, hashWords, STOP_HASHES } from './word-hashes.js';

/** What the summary is about: texts, each with how much it counts. */
export type Topic = readonly (readonly [text: string, weight: number])[];

/** What an item says, and why. */
export interface Texts {
  readonly text: string;
  readonly why: string | null;
}

const TOPIC_CHARS = 240;
const ITEM_CHARS = 160;
const WHY_CHARS = 120;
/** What a word that any work is described with says about what this one is about. */
const GENERIC = 0.4;
const LENGTH_POWER = 0.5;

const TABLE_BITS = 13;
const TABLE_SIZE = 1 << TABLE_BITS;
const MOST_WORDS = TABLE_SIZE / 2;
const SPREAD = 0x9e3779b1;

/** The words of the topic, each the heavier the more of its texts have it. Asked about every word of every item, so a table of its own. */
class Lexicon {
  readonly #hashes = new Int32Array(TABLE_SIZE);
  /** Where each word stands, plus one; 0 where there is none. */
  readonly #places = new Int16Array(TABLE_SIZE);
  readonly #lastText: number[] = [];
  readonly weights: number[] = [];
  readonly generic: boolean[] = [];

  #slotFor(hash: number): number {
    let at = Math.imul(hash, SPREAD) >>> (32 - TABLE_BITS);
    while (this.#places[at] !== 0 && this.#hashes[at] !== hash) at = (at + 1) % TABLE_SIZE;
    return at;
  }

  /** Where the word stands, or −1. */
  find(hash: number): number {
    return (this.#places[this.#slotFor(hash)] as number) - 1;
  }

  add(hash: number, weight: number, text: number): void {
    const slot = this.#slotFor(hash);
    const known = (this.#places[slot] as number) - 1;
    if (known < 0) this.#learn(slot, hash, weight, text);
    else if (this.#lastText[known] !== text) {
      this.#lastText[known] = text;
      this.weights[known] = (this.weights[known] ?? 0) + weight;
    }
  }

  #learn(slot: number, hash: number, weight: number, text: number): void {
    if (this.weights.length >= MOST_WORDS || STOP_HASHES.has(hash)) return;
    this.#hashes[slot] = hash;
    this.#places[slot] = this.weights.push(weight);
    this.#lastText.push(text);
    this.generic.push(GENERIC_HASHES.has(hash));
  }
}

const lexiconOf = (topic: Topic): Lexicon => {
  const lexicon = new Lexicon();
  const hashes = new Int32Array(TOPIC_CHARS + 1);
  for (const [index, [text, weight]] of topic.entries()) {
    const words = hashWords(text, TOPIC_CHARS, hashes, 0);
    for (let at = 0; at < words; at += 1) lexicon.add(hashes[at] as number, weight, index);
  }
  return lexicon;
};

/** The words of all items, one item after the other. */
interface Words {
  readonly hashes: Int32Array;
  /** Where each item's words begin; one more at the end. */
  readonly starts: readonly number[];
}

const wordsOf = (items: readonly Texts[]): Words => {
  const hashes = new Int32Array(items.length * (ITEM_CHARS + WHY_CHARS) + 2);
  const starts = [0];
  for (const { text, why } of items) {
    const words = hashWords(text, ITEM_CHARS, hashes, starts.at(-1) ?? 0);
    starts.push(why === null ? words : hashWords(why, WHY_CHARS, hashes, words));
  }
  return { hashes, starts };
};

/** For each item the words it shares with the lexicon, each once. */
const shared = ({ hashes, starts }: Words, lexicon: Lexicon): number[][] => {
  const all: number[][] = [];
  for (let item = 0; item + 1 < starts.length; item += 1) {
    const common: number[] = [];
    const end = starts[item + 1] ?? 0;
    for (let at = starts[item] ?? 0; at < end; at += 1) {
      const word = lexicon.find(hashes[at] as number);
      if (word >= 0 && !common.includes(word)) common.push(word);
    }
    all.push(common);
  }
  return all;
};

/** What sharing each word says: more when the topic has it often, few items have it, and not all work is described with it. */
const tellingOf = (common: readonly number[][], { weights, generic }: Lexicon): readonly number[] => {
  const seenIn = new Array<number>(weights.length).fill(0);
  for (const words of common) for (const word of words) seenIn[word] = (seenIn[word] ?? 0) + 1;
  return weights.map((weight, word) => {
    const rarity = Math.log(1 + common.length / Math.max(1, seenIn[word] ?? 0));
    return Math.log(1 + weight) * rarity * (generic[word] === true ? GENERIC : 1);
  });
};

/** How near each item is to the topic, by the words they share: 1 for the nearest. */
export const relevanceTo = (topic: Topic, items: readonly Texts[]): readonly number[] => {
  const lexicon = lexiconOf(topic);
  const words = wordsOf(items);
  const common = shared(words, lexicon);
  const telling = tellingOf(common, lexicon);
  const scores = common.map((own, index) => {
    const length = (words.starts[index + 1] ?? 0) - (words.starts[index] ?? 0);
    return own.reduce((sum, word) => sum + (telling[word] ?? 0), 0) / (5 + length) ** LENGTH_POWER;
  });
  const all = Math.log(1 + items.length);
  return scores.map((score) => score / all);
};
