import { SEPARATOR } from './encode-value.js';
import type { ItemList } from './item-lists.js';
import type { Entry, Relevance } from './on-topic.js';
import { ranked } from './ranked.js';
import type { Row } from './row.js';
import { slotsOf } from './slot.js';

const rowOf = ({ kind, shape }: ItemList, { id, text, why }: Entry, worth: number): Row => ({
  section: kind,
  kind,
  prefix: id,
  slots: slotsOf(text, worth, why, worth * shape.why),
  separator: SEPARATOR,
  must: false,
  below: null,
});

/** Lines for the items that are in force, of each kind those that are worth it most. */
export const itemRows = (lists: readonly ItemList[], relevance: Relevance): readonly Row[] =>
  lists.flatMap((list) => {
    const near = list.entries.map(({ id }) => relevance.get(id) ?? 0);
    return ranked(list.entries, near, list.shape.ranking).map(({ item, worth }) => rowOf(list, item, worth));
  });
