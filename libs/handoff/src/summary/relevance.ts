import { hashWords, STOP_HASHES } from './word-hashes.js';

/** What the summary is about: texts, each with how much it counts. */
export type Topic = readonly (readonly [text: string, weight: number])[];

const TOPIC_CHARS = 800;
const ITEM_CHARS = 120;
const FILTER_SIZE = 4_096;

interface Query {
  /** Quick no for nearly all words that are not in the topic. */
  readonly filter: Uint8Array;
  readonly index: ReadonlyMap<number, number>;
  readonly weights: readonly number[];
}

// Only ever read right after it was written.
const hashes = new Int32Array(TOPIC_CHARS);

const queryOf = (topic: Topic): Query => {
  const filter = new Uint8Array(FILTER_SIZE);
  const index = new Map<number, number>();
  const weights: number[] = [];
  for (const [text, weight] of topic) {
    for (const hash of hashes.subarray(0, hashWords(text, TOPIC_CHARS, hashes))) {
      if (STOP_HASHES.has(hash)) continue;
      const known = index.get(hash);
      if (known === undefined) {
        filter[hash & (FILTER_SIZE - 1)] = 1;
        index.set(hash, weights.length);
        weights.push(weight);
      } else if ((weights[known] ?? 0) < weight) weights[known] = weight;
    }
  }
  return { filter, index, weights };
};

/** The words of the topic that stand in these texts, each once. */
const wordsInCommon = ({ filter, index }: Query, texts: readonly string[]): number[] => {
  const common: number[] = [];
  for (const text of texts) {
    const words = hashWords(text, ITEM_CHARS, hashes);
    for (let at = 0; at < words; at += 1) {
      const hash = hashes[at] ?? 0;
      if (filter[hash & (FILTER_SIZE - 1)] === 0) continue;
      const word = index.get(hash);
      if (word !== undefined && !common.includes(word)) common.push(word);
    }
  }
  return common;
};

/**
 * How near each item is to the topic, 0 to 1: words they share, rare ones counting more.
 * The nearest item of a list gets 1 at most, less when even that one shares little.
 */
export const relevanceTo = (topic: Topic): ((items: readonly (readonly string[])[]) => readonly number[]) => {
  const query = queryOf(topic);
  return (items) => {
    const shared = items.map((texts) => wordsInCommon(query, texts));
    const seenIn = new Array<number>(query.weights.length).fill(0);
    for (const words of shared) for (const word of words) seenIn[word] = (seenIn[word] ?? 0) + 1;
    const scores = shared.map((words) => {
      let score = 0;
      for (const word of words) score += (query.weights[word] ?? 0) * Math.log(1 + items.length / (seenIn[word] ?? 1));
      return score;
    });
    const best = Math.max(4, ...scores);
    return scores.map((score) => score / best);
  };
};
