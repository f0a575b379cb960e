import { HandoffError } from '../errors/handoff.error.js';
import { roughCount } from '../lookup/rough-count.js';
import type { HandleKind } from '../schema/ids.js';
import { requireTokenBudget } from '../schema/token-budget.js';
import { utf8Bytes } from '../schema/utf8-bytes.js';
import type { Omission } from '../summary/omission.js';
import type { Tokenizer } from '../summary/tokenizer.js';
import { at, withAt } from './at-path.js';

/** A list within an answer that may be cut from its end, and what is missing where one of its elements is. */
export interface Shortenable {
  readonly path: readonly string[];
  readonly kindsOf: (element: unknown) => readonly HandleKind[];
}

/** What can be left out of an answer: from which lists, and as of which version it is looked up. */
export interface Cuttable {
  readonly lists: readonly Shortenable[];
  readonly version: number;
}

export type Shortened<T> = T & { readonly omitted?: readonly Omission[] };

const listAt = (answer: object, { path }: Shortenable): readonly unknown[] => (at(answer, path) as readonly unknown[] | undefined) ?? [];

const cutTo = <T extends object>(answer: T, { lists, version }: Cuttable, kept: readonly number[]): Shortened<T> => {
  const counts = new Map<HandleKind, number>();
  const cut = lists.reduce<T>((shorter, list, i) => {
    const elements = listAt(answer, list);
    const left = elements.slice(kept[i]);
    for (const kind of left.flatMap(list.kindsOf)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return left.length === 0 ? shorter : withAt(shorter, list.path, elements.slice(0, kept[i]));
  }, answer);
  const omitted = [...counts].map(([kind, count]) => ({ kind, count, handle: `${kind}@${version}` }));
  return omitted.length === 0 ? cut : { ...cut, omitted };
};

/** The answer with none of these lists: it has no shorter form. */
export const bareOf = <T extends object>(answer: T, cuttable: Cuttable): Shortened<T> =>
  cutTo(
    answer,
    cuttable,
    cuttable.lists.map(() => 0),
  );

/** One element after the other, of each list in turn: the first of every kind have room before the second of any. Returns the list of each. */
const inTurn = (answer: object, lists: readonly Shortenable[], room: number, tokenizer: Tokenizer): number[] => {
  const waiting = lists.map((list, i) => ({ i, elements: listAt(answer, list), next: 0 }));
  const taken: number[] = [];
  let left = room;
  for (let open = waiting; open.length > 0; ) {
    open = open.filter((line) => {
      if (line.next === line.elements.length) return false;
      left -= roughCount(`${JSON.stringify(line.elements[line.next])},`, tokenizer);
      if (left < 0) return false;
      line.next++;
      taken.push(line.i);
      return true;
    });
  }
  return taken;
};

/**
 * The answer in at most so many tokens as JSON: its lists are cut from the end, and `omitted` says what is not there and where it is. Throws
 * `budget_too_small` where what is no list has no room.
 */
export const shortened = <T extends object>(answer: T, cuttable: Cuttable, maxTokens: number, tokenizer: Tokenizer): Shortened<T> => {
  requireTokenBudget(maxTokens);
  const tokensOf = (value: object): number => tokenizer.countTokens(JSON.stringify(value));
  // No token is shorter than a byte.
  if (utf8Bytes(JSON.stringify(answer)) <= maxTokens || tokensOf(answer) <= maxTokens) return answer;
  const least = tokensOf(bareOf(answer, cuttable));
  if (least > maxTokens) throw new HandoffError('budget_too_small', `This answer needs at least ${least} tokens.`, { least });
  for (const taken = inTurn(answer, cuttable.lists, maxTokens - least, tokenizer); ; taken.pop()) {
    const cut = cutTo(
      answer,
      cuttable,
      cuttable.lists.map((_, i) => taken.filter((list) => list === i).length),
    );
    if (taken.length === 0 || tokensOf(cut) <= maxTokens) return cut;
  }
};

/** Which of two forms to shorten: the longer one, unless it would leave less than half of the room to the lists. */
export const roomier = <T extends object>(longer: T, shorter: () => T, cuttable: Cuttable, maxTokens: number, tokenizer: Tokenizer): T => {
  const tokensOf = (value: object): number => tokenizer.countTokens(JSON.stringify(value));
  return tokensOf(longer) <= maxTokens || tokensOf(bareOf(longer, cuttable)) * 2 <= maxTokens ? longer : shorter();
};
