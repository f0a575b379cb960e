import { HandoffError } from '../errors/handoff.error.js';
import { roughCount } from '../lookup/rough-count.js';
import type { Operation } from '../schema/operation.js';
import type { TaskRecord } from '../schema/record.js';
import { requireTokenBudget } from '../schema/token-budget.js';
import type { Tokenizer } from '../summary/tokenizer.js';
import { operationsOf } from './replay.js';

const PAGE_CHARS = 64 * 1024;

export interface DiffRange {
  readonly from: number;
  readonly to: number;
}

export interface DiffBounds {
  readonly cursor?: string | undefined;
  readonly maxTokens?: number | undefined;
}

export interface DiffPage extends DiffRange {
  readonly patch: readonly Operation[];
  readonly next_cursor: string | null;
}

/** Where a page begins: after so many operations of a version. */
export interface DiffStart {
  readonly version: number;
  readonly seen: number;
}

const refused = (path: string, message: string): HandoffError =>
  new HandoffError('invalid_request', `${path} ${message}.`, { errors: [{ path, message }] });

/** Throws for a range that runs backwards, and for a cursor of another one. */
export const diffStart = ({ from, to }: DiffRange, cursor: string | undefined): DiffStart => {
  if (from > to) throw refused('from', 'must not be later than to');
  if (cursor === undefined) return { version: from + 1, seen: 0 };
  const [, version, seen] = /^([1-9]\d{0,8})\.(\d{1,6})$/.exec(cursor) ?? [];
  if (version === undefined || Number(version) <= from || Number(version) > to)
    throw refused('cursor', 'must be a next_cursor of this diff');
  return { version: Number(version), seen: Number(seen) };
};

const cursorAt = ({ version, seen }: DiffStart): string => `${version}.${seen}`;

interface Step {
  readonly operation: Operation;
  readonly place: DiffStart;
}

type ReadRecords = (version: number) => Promise<readonly TaskRecord[]>;

async function* stepsFrom(read: ReadRecords, { to }: DiffRange, start: DiffStart): AsyncGenerator<Step, void, undefined> {
  for (let version = start.version; version <= to; version++) {
    const operations = (await read(version)).flatMap((record) => operationsOf(record, version));
    for (let seen = version === start.version ? start.seen : 0; seen < operations.length; seen++)
      yield { operation: operations[seen] as Operation, place: { version, seen } };
  }
}

interface Bounds {
  readonly maxTokens: number | undefined;
  readonly tokenizer: Tokenizer;
}

/** As many steps as seem to have room, at least one, and the one after them. */
const roughly = async (steps: AsyncIterable<Step>, { maxTokens, tokenizer }: Bounds): Promise<{ taken: Step[]; next?: Step }> => {
  const taken: Step[] = [];
  let chars = 0;
  let tokens = 0;
  for await (const step of steps) {
    const text = JSON.stringify(step.operation);
    chars += text.length;
    if (maxTokens !== undefined) tokens += roughCount(text, tokenizer);
    if (taken.length > 0 && (chars > PAGE_CHARS || tokens > (maxTokens ?? tokens))) return { taken, next: step };
    taken.push(step);
  }
  return { taken };
};

/** The operations that lead on from there, as many as have room; applied in order, page after page, they lead to `to`. */
export const diffPage = async (read: ReadRecords, range: DiffRange, start: DiffStart, bounds: Bounds): Promise<DiffPage> => {
  const { maxTokens, tokenizer } = bounds;
  if (maxTokens !== undefined) requireTokenBudget(maxTokens);
  let { taken, next } = await roughly(stepsFrom(read, range, start), bounds);
  for (;;) {
    const patch = taken.map(({ operation }) => operation);
    const page = { from: range.from, to: range.to, patch, next_cursor: next === undefined ? null : cursorAt(next.place) };
    if (maxTokens === undefined) return page;
    const tokens = tokenizer.countTokens(JSON.stringify(page));
    if (tokens <= maxTokens) return page;
    if (taken.length <= 1) throw new HandoffError('budget_too_small', `This page needs at least ${tokens} tokens.`, { least: tokens });
    next = taken.pop();
  }
};
