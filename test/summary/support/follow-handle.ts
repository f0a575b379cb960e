import { lookUp } from '../../../libs/handoff/src/lookup/look-up.js';
import type { Tokenizer } from '../../../libs/handoff/src/summary/tokenizer.js';
import type { TaskHistory } from './task-history.js';

type Fields = Record<string, unknown>;

/** Everything behind a handle, read to its end. */
export interface Followed {
  readonly pages: number;
  /** Elements in their order, each as first shown. */
  readonly elements: readonly Fields[];
  /** What was cut off, by element and field. */
  readonly rests: ReadonlyMap<string, string>;
}

const restsIn = (value: Fields): Fields[] => {
  if (value.rest_of !== undefined && value.rests === undefined) return [value];
  const key = value.rest_of ?? value.id ?? value.path;
  return ((value.rests ?? []) as Fields[]).map((rest) => ({ rest_of: key, ...rest }));
};

const withoutRests = ({ rests: _, ...element }: Fields): Fields => element;

/** Follows a handle page by page and checks each page's size on the way. */
export const followHandle = async (history: TaskHistory, handle: string, maxTokens: number, tokenizer: Tokenizer): Promise<Followed> => {
  const elements: Fields[] = [];
  const rests = new Map<string, string>();
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { ledger, state, readRecord } = history;
    const answer = await lookUp(ledger, state, handle, { tokenizer, readRecord, maxTokens, cursor });
    const tokens = tokenizer.countTokens(JSON.stringify(answer));
    if (tokens !== answer.tokens || tokens > maxTokens)
      throw new Error(`${handle}: ${tokens} tokens, said ${answer.tokens} of ${maxTokens}`);
    const values = (Array.isArray(answer.value) ? answer.value : [answer.value]) as Fields[];
    elements.push(...values.filter((value) => value.rest_of === undefined).map(withoutRests));
    for (const rest of values.flatMap(restsIn)) {
      const key = `${rest.rest_of} ${rest.field}`;
      rests.set(key, (rests.get(key) ?? '') + String(rest.text));
    }
    cursor = answer.next_cursor ?? undefined;
    pages += 1;
    if (pages > 100_000) throw new Error(`${handle} never ends`);
  } while (cursor !== undefined);
  return { pages, elements, rests };
};

/** A text of an element as it was before it was cut. */
export const wholeText = ({ rests }: Followed, key: string, field: string, shown: unknown): string => {
  const rest = rests.get(`${key} ${field}`);
  if (rest === undefined) return String(shown);
  return shown === undefined ? rest : String(shown).slice(0, -1) + rest;
};
