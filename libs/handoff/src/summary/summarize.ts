import { HandoffError } from '../errors/handoff.error.js';
import type { TaskState } from '../schema/task-state.js';
import { requireTokenBudget } from '../schema/token-budget.js';
import { Allocation, openShort } from './allocate.js';
import { encodeValue } from './encode-value.js';
import { LADDER, type Layout, type Rung } from './layout.js';
import { Line } from './line.js';
import { type Omission, omissionsOf } from './omission.js';
import { render } from './render.js';
import type { Row } from './row.js';
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

interface Draft {
  readonly layout: Layout;
  readonly lines: readonly Line[];
  readonly tokens: number;
}

const printed = (
  { lines, layout }: Omit<Draft, 'tokens'>,
  state: TaskState,
  options: SummaryOptions,
): { text: string; omitted: readonly Omission[] } => {
  const open = lines.filter((line) => line.open);
  const omitted = omissionsOf(state, open);
  return { text: render({ state, lines: open, omitted, layout, stateFile: encodeValue(options.stateFile) }), omitted };
};

const bareDraft = (rows: readonly Row[], rung: Rung, state: TaskState, counts: TokenCounts, options: SummaryOptions): Draft => {
  const lines = rows.map((row) => new Line(row));
  for (const line of lines) if (line.row.must && !rung.countOnly.includes(line.row.section)) openShort(line, rung.valueTokens, counts);
  const draft = { lines, layout: rung.layout };
  return { ...draft, tokens: counts.of(printed(draft, state, options).text) };
};

/** The most comfortable start that leaves a third of the budget for everything else, or else the first of the barest that has room. */
const startFor = (state: TaskState, counts: TokenCounts, options: SummaryOptions): Draft => {
  const rowsFor = summaryRows(state);
  let least = 0;
  for (const rung of LADDER) {
    const draft = bareDraft(rowsFor(rung.layout), rung, state, counts, options);
    least = draft.tokens;
    if (least <= (rung.barest ? options.maxTokens : (options.maxTokens * 2) / 3)) return draft;
  }
  throw new HandoffError('budget_too_small', `The summary of this task needs at least ${least} tokens.`, { least });
};

const WORTH_ANOTHER_ROUND_TOKENS = 8;
const MOST_ROUNDS = 3;

/** Pure: the same state and options give the same text. */
export const summarize = (state: TaskState, options: SummaryOptions): Summary => {
  requireTokenBudget(options.maxTokens);
  const counts = new TokenCounts(options.tokenizer);
  const draft = startFor(state, counts, options);
  const allocation = new Allocation(draft.lines, counts);
  let { tokens } = draft;
  let text = '';
  let omitted: readonly Omission[] = [];
  for (let round = 0; round < MOST_ROUNDS && options.maxTokens - tokens >= WORTH_ANOTHER_ROUND_TOKENS; round += 1) {
    allocation.spend(options.maxTokens - tokens);
    do {
      ({ text, omitted } = printed(draft, state, options));
      tokens = counts.of(text);
    } while (tokens > options.maxTokens && allocation.takeBack(tokens - options.maxTokens));
  }
  if (text === '') ({ text, omitted } = printed(draft, state, options));
  return { text, tokens, encoding: options.tokenizer.encoding, omitted };
};
