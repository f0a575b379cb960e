import { HandoffError } from '../errors/handoff.error.js';
import type { TaskState } from '../schema/task-state.js';
import { requireTokenBudget } from '../schema/token-budget.js';
import type { Tokenizer } from '../summary/tokenizer.js';
import { type Cursor, readCursor, writeCursor } from './cursor.js';
import { type Handle, readHandle } from './handle.js';
import type { ItemLedger } from './item-ledger.js';
import { comfortableChars } from './lead-chars.js';
import { ListReader } from './list-reader.js';
import { type Listed, listing } from './listing.js';
import { counted, type LookupAnswer, tooSmall } from './page.js';
import { type ReadRecord, wholeItem } from './whole-item.js';

const DEFAULT_TOKENS = 2_000;

export interface LookupOptions {
  readonly tokenizer: Tokenizer;
  readonly readRecord: ReadRecord;
  /** Of the whole answer as JSON. */
  readonly maxTokens?: number | undefined;
  readonly cursor?: string | undefined;
}

type Task = Pick<TaskState, 'task_id' | 'version'>;

const VERSIONS_SHOWN = 50;

const readPath = (ledger: ItemLedger, path: string): Readonly<Record<string, unknown>> => {
  const entry = ledger.artifact(path);
  const versions = entry?.recorded_in ?? [];
  return {
    ...entry?.artifact,
    recorded_in: versions.slice(-VERSIONS_SHOWN).toReversed(),
    times_recorded: versions.length,
    removed_in: entry?.removed_in,
  };
};

/** Reads no record twice for one answer. */
const remembering = (readRecord: ReadRecord): ReadRecord => {
  const read = new Map<number, ReturnType<ReadRecord>>();
  return (version) => {
    const known = read.get(version) ?? readRecord(version);
    read.set(version, known);
    return known;
  };
};

const listFor = (handle: Handle, ledger: ItemLedger, readRecord: ReadRecord, asOf: number): readonly Listed[] => {
  if (handle.of === 'kind') return listing({ ledger, readRecord, asOf }, handle.kind, handle.version);
  if (handle.of === 'path') return [{ key: handle.path, read: async () => readPath(ledger, handle.path) }];
  return [{ key: handle.id, read: async () => (await wholeItem(ledger, handle.id, readRecord)) ?? {} }];
};

/** What the answer takes besides its elements. */
const frameTokens = (text: string, task: Task, list: readonly Listed[], maxTokens: number, tokenizer: Tokenizer): number => {
  const longest = {
    asOf: task.version,
    leadChars: 1_600,
    elementTokens: maxTokens,
    element: list.length,
    firstCut: list.length,
    rest: 99,
    offset: 99_999,
  };
  return counted({ handle: text, version: task.version, value: [], next_cursor: writeCursor(longest) }, maxTokens, tokenizer).tokens + 4;
};

interface Reading {
  readonly text: string;
  readonly task: Task;
  readonly list: readonly Listed[];
  readonly isSingle: boolean;
  readonly maxTokens: number;
  readonly frame: number;
  readonly tokenizer: Tokenizer;
}

type RestPart = { readonly rest_of: string } & Readonly<Record<string, unknown>>;

const isRest = (part: unknown): part is RestPart => typeof part === 'object' && part !== null && 'rest_of' in part;

/** A list is an array. A single item is an object; what had no room in it follows as rests, on the same page or the next. */
const shaped = (isSingle: boolean, parts: readonly unknown[]): unknown => {
  if (!isSingle) return parts;
  const rests = parts.filter(isRest);
  const [item] = parts.filter((part) => !isRest(part));
  if (rests.length === 0) return item ?? {};
  return { ...(item ?? { rest_of: rests[0]?.rest_of }), rests: rests.map(({ rest_of: _, ...piece }) => piece) };
};

const readPage = async ({ text, task, list, isSingle, maxTokens, frame, tokenizer }: Reading, start: Cursor): Promise<LookupAnswer> => {
  const reader = new ListReader(list, start, { maxTokens, frameTokens: frame }, tokenizer);
  await reader.read();
  for (;;) {
    const { cursor } = reader;
    const parts = reader.taken.map(({ part }) => part);
    if (parts.length === 0 && cursor !== null) throw tooSmall(frame + start.elementTokens);
    const next_cursor = cursor === null ? null : writeCursor(cursor);
    const answer = counted(
      { handle: text, version: task.version, value: shaped(isSingle, parts), next_cursor },
      frame + reader.tokens,
      tokenizer,
    );
    if (answer.tokens <= maxTokens) return answer;
    if (parts.length === 0) throw tooSmall(answer.tokens);
    reader.putBack();
  }
};

const firstPage = async (reading: Reading): Promise<LookupAnswer> => {
  const { list, task, maxTokens, frame, tokenizer } = reading;
  const start = { asOf: task.version, elementTokens: Math.max(0, maxTokens - frame), element: 0, firstCut: -1, rest: -1, offset: 0 };
  const leadChars = await comfortableChars(list, start.elementTokens, tokenizer);
  return readPage(reading, { ...start, leadChars });
};

/** What stands behind a handle, as much as the budget allows, and a cursor for what is left. Throws `handle_not_found`. */
export const lookUp = async (ledger: ItemLedger, head: Task, text: string, options: LookupOptions): Promise<LookupAnswer> => {
  const { tokenizer, maxTokens = DEFAULT_TOKENS } = options;
  requireTokenBudget(maxTokens);
  const handle = readHandle(text, head, ledger);
  if (handle === null) throw new HandoffError('handle_not_found', `${head.task_id} has nothing under that handle.`);
  const start = options.cursor === undefined ? null : readCursor(options.cursor);
  const list = listFor(handle, ledger, remembering(options.readRecord), start?.asOf ?? head.version);
  const frame = frameTokens(text, head, list, maxTokens, tokenizer);
  const reading = { text, task: head, list, isSingle: handle.of !== 'kind', maxTokens, frame, tokenizer };
  return start === null ? firstPage(reading) : readPage(reading, start);
};
