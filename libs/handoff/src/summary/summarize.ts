import { HandoffError } from '../errors/handoff.error.js';
import type { TaskState } from '../schema/task-state.js';
import { Allocation, openShort } from './allocate.js';
import { encodeValue } from './encode-value.js';
import { Line } from './line.js';
import { type Omission, omissionsOf } from './omission.js';
import { render } from './render.js';
import { summaryRows } from './summary-rows.js';
import { TokenCounts } from './token-counts.js';
import type { Tokenizer } from './tokenizer.js';

export interface SummaryOptions {
  readonly maxTokens: number;
  readonly tokenizer: Tokenizer;
  /** Where the whole state can be read, relative to the project. */
  readonly stateFile: string;
}

/** What the next agent reads instead of the history: at most `maxTokens`, and nothing left out without a handle. */
export interface Summary {
  readonly text: string;
  readonly tokens: number;
  readonly encoding: string;
  readonly omitted: readonly Omission[];
}

/** How short things may get, from comfortable to bare. */
const LADDER = [
  { terse: false, valueTokens: 24 },
  { terse: false, valueTokens: 12 },
  { terse: true, valueTokens: 8 },
  { terse: true, valueTokens: 4 },
  { terse: true, valueTokens: 1 },
] as const;

interface Draft {
  readonly lines: readonly Line[];
  readonly tokens: number;
}

const printed = (lines: readonly Line[], state: TaskState, options: SummaryOptions): { text: string; omitted: readonly Omission[] } => {
  const omitted = omissionsOf(state, lines);
  return { text: render(state, lines, omitted, encodeValue(options.stateFile)), omitted };
};

const bareDraft = (state: TaskState, rung: (typeof LADDER)[number], counts: TokenCounts, options: SummaryOptions): Draft => {
  const lines = summaryRows(state, rung.terse).map((row) => new Line(row));
  for (const line of lines) if (line.row.must) openShort(line, rung.valueTokens, counts);
  return { lines, tokens: counts.of(printed(lines, state, options).text) };
};

/** The most comfortable start that leaves a third of the budget for everything else, or else the barest. */
const startFor = (state: TaskState, counts: TokenCounts, options: SummaryOptions): Draft => {
  let draft: Draft | undefined;
  for (const rung of LADDER) {
    draft = bareDraft(state, rung, counts, options);
    if (draft.tokens <= (options.maxTokens * 2) / 3) return draft;
  }
  if (draft === undefined || draft.tokens > options.maxTokens) {
    const least = draft?.tokens ?? 0;
    throw new HandoffError('budget_too_small', `The summary of this task needs at least ${least} tokens.`, { least });
  }
  return draft;
};

const WORTH_ANOTHER_ROUND_TOKENS = 6;
const MOST_ROUNDS = 3;

/** Pure: the same state and options give the same text. */
export const summarize = (state: TaskState, options: SummaryOptions): Summary => {
  const counts = new TokenCounts(options.tokenizer);
  const { lines, tokens: start } = startFor(state, counts, options);
  const allocation = new Allocation(lines, counts);
  let tokens = start;
  let text = '';
  let omitted: readonly Omission[] = [];
  for (let round = 0; round < MOST_ROUNDS && options.maxTokens - tokens >= WORTH_ANOTHER_ROUND_TOKENS; round += 1) {
    allocation.spend(options.maxTokens - tokens);
    do {
      ({ text, omitted } = printed(lines, state, options));
      tokens = counts.of(text);
    } while (tokens > options.maxTokens && allocation.takeBack());
  }
  if (text === '') ({ text, omitted } = printed(lines, state, options));
  return { text, tokens, encoding: options.tokenizer.encoding, omitted };
};
