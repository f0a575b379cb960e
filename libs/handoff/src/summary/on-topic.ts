import { versionOf } from '../schema/ids.js';
import { relevanceTo, type Texts, type Topic } from './relevance.js';

/** One item as a line would show it. */
export interface Entry extends Texts {
  readonly id: string;
}

/** What the nearness of all else that was said in the same breath counts. */
const COMPANY = 0.3;
/** As near as this, an item is as likely to be about the work as not; hardly anything on another subject comes as near. */
const HALF = 0.8;
const STEEPNESS = 3;

interface Company {
  nearness: number;
  items: number;
}

const companies = (entries: readonly Entry[], alone: readonly number[]): ReadonlyMap<number, Company> => {
  const all = new Map<number, Company>();
  for (const [index, { id }] of entries.entries()) {
    const company = all.get(versionOf(id)) ?? { nearness: 0, items: 0 };
    company.nearness += alone[index] ?? 0;
    company.items += 1;
    all.set(versionOf(id), company);
  }
  return all;
};

/** How sure it is that each item is about this work, 0 to 1, by its id. */
export type Relevance = ReadonlyMap<string, number>;

/** Told by an item's own words, and by those of what was posted with it. */
export const onTopic = (topic: Topic, entries: readonly Entry[]): Relevance => {
  const alone = relevanceTo(topic, entries);
  const all = companies(entries, alone);
  const sureness = ({ id }: Entry, index: number): number => {
    const own = alone[index] ?? 0;
    const { nearness = own, items = 1 } = all.get(versionOf(id)) ?? {};
    const near = (own + (COMPANY * (nearness - own)) / Math.max(1, items - 1)) ** STEEPNESS;
    return near / (near + HALF ** STEEPNESS);
  };
  return new Map(entries.map((entry, index) => [entry.id, sureness(entry, index)]));
};
