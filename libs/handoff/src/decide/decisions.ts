import type { DecisionPosted } from '../schema/decision.js';
import { itemId } from '../schema/ids.js';
import { clip } from './clip.js';
import type { KnownItems } from './context.js';
import type { Draft } from './draft.js';
import { refuse } from './refuse.js';

const ALTERNATIVES_BYTES = 2_000;

const supersede = (draft: Draft, items: KnownItems, old: string, by: string, already: Set<string>): void => {
  const index = draft.state.decisions_made.findIndex((decision) => decision.id === old);
  const inState = draft.state.decisions_made[index];
  const inForce = inState === undefined ? items.decisions?.get(old)?.superseded === false : inState.superseded_by === null;
  if (!inForce || already.has(old)) refuse('unknown_item', `${old} is not a decision in force.`, { item: old });
  already.add(old);
  if (inState !== undefined) draft.change({ op: 'replace', path: `/decisions_made/${index}/superseded_by`, value: by });
};

export const makeDecisions = (draft: Draft, items: KnownItems, agent: string, posted: readonly DecisionPosted[]): void => {
  const already = new Set<string>();
  posted.forEach((decision, k) => {
    for (const old of decision.supersedes ?? []) supersede(draft, items, old, itemId('decisions', draft.version, k), already);
  });
  posted.forEach(({ decision, rationale, alternatives = [], supersedes = [] }, k) => {
    const id = itemId('decisions', draft.version, k);
    const texts = {
      decision: draft.clipText(id, 'decision', decision),
      rationale: rationale === undefined ? null : draft.clipText(id, 'rationale', rationale),
      alternatives: draft.clipEntries(id, 'alternatives', alternatives, (text) => clip(text), ALTERNATIVES_BYTES),
    };
    draft.insert('decisions_made', k, {
      id,
      ...texts,
      supersedes,
      superseded_by: null,
      agent,
      timestamp: draft.at,
      ...draft.clippedMark(id),
    });
    draft.count('decisions');
  });
};
