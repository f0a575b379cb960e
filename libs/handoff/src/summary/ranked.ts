/** Chances that somebody asks about an item, made from how new it is and how near to the topic: all of a kind together make `questions`. */
export interface Ranking {
  readonly questions: number;
  /** The least the best one is worth: every kind has its say before any has its second. */
  readonly first: number;
  /** How many of the newest count about the same. */
  readonly recent: number;
  /** How many of the newest are looked at, and how many of those are considered in the end. */
  readonly newest: number;
  readonly most: number;
}

export interface Ranked<T> {
  readonly item: T;
  readonly worth: number;
}

/** Somebody asks about an item once. */
const SURE = 1;
/** What being the newest is worth, compared with being on the topic: little, or new notes on other work would come first. */
const RECENCY = 0.03;

/** The items most worth showing, best first, each with its chance. Items come newest first. */
export const ranked = <T>(items: readonly T[], relevance: readonly number[], by: Ranking): readonly Ranked<T>[] => {
  const scored = items.map((item, index) => ({ item, worth: (relevance[index] ?? 0) + RECENCY / (1 + index / by.recent) }));
  const best = scored.sort((a, b) => b.worth - a.worth).slice(0, by.most);
  const total = best.reduce((sum, { worth }) => sum + worth, 0);
  return best.map(({ item, worth }, index) => ({
    item,
    worth: Math.min(SURE, Math.max(index === 0 ? by.first : 0, (by.questions * worth) / total)),
  }));
};
