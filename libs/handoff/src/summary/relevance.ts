import { hashWords, STOP_HASHES } from './word-hashes.js';

/** What the summary is about: texts, each with how much it counts. */
export type Topic = readonly (readonly [text: string, weight: number])[];

/** What an item says, and why. */
export interface Texts {
  readonly text: string;
  readonly why: string | null;
}

const TOPIC_CHARS = 800;
const ITEM_CHARS = 110;
const WHY_CHARS = 90;
/** The share of items nearest to the topic whose own words count as well, and for how much. */
const NEAREST = { share: 0.1, most: 8, least: 0.25, weight: 0.04 } as const;

/** Words with a weight each. A list that grows, and a quick no for nearly all words that are not in it. */
class Lexicon {
  readonly #filter = new Uint8Array(4_096);
  readonly #index = new Map<number, number>();
  readonly weights: number[] = [];

  /** Where the word stands, or −1. */
  find(hash: number): number {
    return this.#filter[hash & 4_095] === 0 ? -1 : (this.#index.get(hash) ?? -1);
  }

  add(hash: number, weight: number): void {
    const known = this.find(hash);
    if (known >= 0) this.weights[known] = Math.max(this.weights[known] ?? 0, weight);
    else if (!STOP_HASHES.has(hash)) {
      this.#filter[hash & 4_095] = 1;
      this.#index.set(hash, this.weights.length);
      this.weights.push(weight);
    }
  }
}

/** The words of all items, one item after the other. */
interface Words {
  readonly hashes: Int32Array;
  /** Where each item's words begin; one more at the end. */
  readonly starts: readonly number[];
}

const lexiconOf = (topic: Topic): Lexicon => {
  const lexicon = new Lexicon();
  const hashes = new Int32Array(TOPIC_CHARS + 1);
  for (const [text, weight] of topic) {
    const words = hashWords(text, TOPIC_CHARS, hashes, 0);
    for (let at = 0; at < words; at += 1) lexicon.add(hashes[at] as number, weight);
  }
  return lexicon;
};

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

/** Weights of the words shared, rare ones counting more. */
const scored = (common: readonly number[][], { weights }: Lexicon): number[] => {
  const seenIn = new Array<number>(weights.length).fill(0);
  for (const words of common) for (const word of words) seenIn[word] = (seenIn[word] ?? 0) + 1;
  const rarity = seenIn.map((count) => Math.log(1 + common.length / Math.max(1, count)));
  return common.map((words) => words.reduce((sum, word) => sum + (weights[word] ?? 0) * (rarity[word] ?? 0), 0));
};

interface Scored {
  readonly index: number;
  readonly score: number;
}

const nearestOf = (scores: readonly number[], best: number): readonly Scored[] =>
  scores
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score > NEAREST.least * best)
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.min(NEAREST.most, Math.ceil(scores.length * NEAREST.share)));

/** The words of these items that the topic does not have. */
const languageOf = (nearest: readonly Scored[], { hashes, starts }: Words, topic: Lexicon, best: number): Lexicon => {
  const language = new Lexicon();
  for (const { score, index } of nearest)
    for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at += 1) {
      const hash = hashes[at] as number;
      if (topic.find(hash) < 0) language.add(hash, score / best);
    }
  return language;
};

/**
 * How near each item is to the topic, 0 to 1: by the words they share, and by those they share with the items nearest to it,
 * since work on one thing has a language of its own that its title does not know.
 */
export const relevanceTo = (topic: Topic, items: readonly Texts[]): readonly number[] => {
  const lexicon = lexiconOf(topic);
  const words = wordsOf(items);
  const length = (index: number): number => (words.starts[index + 1] ?? 0) - (words.starts[index] ?? 0);
  const first = scored(shared(words, lexicon), lexicon).map((score, index) => score / (5 + length(index)) ** 0.25);
  const best = Math.max(1, ...first);
  const nearest = nearestOf(first, best);
  const language = languageOf(nearest, words, lexicon, best);
  const second = scored(shared(words, language), language);
  for (const { index } of nearest) second[index] = 0;
  return first.map((score, index) => Math.min(1, score / best + NEAREST.weight * (second[index] ?? 0)));
};
