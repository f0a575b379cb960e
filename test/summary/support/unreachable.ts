import { itemsOf } from '../../../libs/handoff/src/history/items-of.js';
import { summarize } from '../../../libs/handoff/src/summary/summarize.js';
import type { Tokenizer } from '../../../libs/handoff/src/summary/tokenizer.js';
import { type Followed, followHandle, wholeText } from './follow-handle.js';
import { parseSummary } from './parse-summary.js';
import type { TaskHistory } from './task-history.js';

/** How long something may be, and what counts that. Where a page ends does not matter for what is on the pages. */
export interface Paging {
  readonly maxTokens: number;
  readonly tokenizer: Tokenizer;
}

type Fields = Readonly<Record<string, unknown>>;

/** What was posted in somebody's own words: every list has it, whole. */
const WORDS: ReadonlySet<string> = new Set([
  'decision',
  'rationale',
  'issue',
  'suggested_action',
  'warning',
  'finding',
  'source',
  'item',
  'reason',
  'approach',
  'why',
  'name',
  'detail',
  'feedback',
  'attempted',
  'highest_impact_uncertainty',
  'next_agent_should_first',
]);

const wrongTexts = (followed: Followed, posted: ReadonlyMap<string, Fields>): string[] =>
  followed.elements.flatMap((element) => {
    const id = String(element.id);
    return Object.entries(posted.get(id) ?? {}).flatMap(([field, text]) =>
      typeof text === 'string' && WORDS.has(field) && wholeText(followed, id, field, element[field]) !== text ? [`${id} ${field}`] : [],
    );
  });

const pathsOf = (history: TaskHistory): string[] =>
  history.records.flatMap(({ effect }) =>
    effect.flatMap((op) => (op.op === 'add' && op.path.startsWith('/artifacts/') ? [(op.value as { path: string }).path] : [])),
  );

const keysOf = (handle: string, { elements }: Followed): string[] =>
  elements.map((element) => String(element.id ?? element.path ?? `${handle} ${element.version}`));

/** Follows everything the summary of this budget prints, handles and ids, and returns what was recorded and cannot be reached, or not whole. */
export const unreachable = async (
  history: TaskHistory,
  { tokenizer: forSummary, ...budget }: Paging,
  { maxTokens, tokenizer }: Paging,
): Promise<string[]> => {
  const stateFile = `.jerry/state/${history.taskId}.json`;
  const { items, handles, waits } = parseSummary(summarize(history.state, { ...budget, tokenizer: forSummary, stateFile }).text);
  const posted = new Map(history.records.flatMap((record) => itemsOf(record)).map(({ id, value }) => [id, value]));
  const waited = /G\d+/.exec(waits ?? '') ?? [];
  const reached = new Set<string>();
  const faults: string[] = [];
  for (const handle of [...handles.keys(), ...items.map(({ id }) => id), ...waited]) {
    const followed = await followHandle(history, handle, maxTokens, tokenizer);
    const keys = keysOf(handle, followed);
    if (new Set(keys).size < keys.length) faults.push(`${handle} shows something twice`);
    const files = handle.startsWith('history') ? followed.elements.flatMap((row) => (row.artifacts ?? []) as string[]) : [];
    for (const key of [...keys, ...files]) reached.add(key);
    faults.push(...wrongTexts(followed, posted));
  }
  return [...faults, ...[...posted.keys(), ...pathsOf(history)].filter((key) => !reached.has(key))];
};
