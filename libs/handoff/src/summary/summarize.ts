import { HandoffError } from '../errors/handoff.error.js';
import type { TaskState } from '../schema/task-state.js';
import { requireTokenBudget } from '../schema/token-budget.js';
import { openShort } from './allocate.js';
import { LADDER, type Rung } from './layout.js';
import { Line } from './line.js';
import type { Omission } from './omission.js';
import type { Row } from './row.js';
import { summaryRows } from './summary-rows.js';
import { TokenCounts } from './token-counts.js';
import type { Tokenizer } from './tokenizer.js';
import { Writing } from './writing.js';

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

const bareWriting = (rows: readonly Row[], rung: Rung, state: TaskState, counts: TokenCounts, options: SummaryOptions): Writing => {
  const lines = rows.map((row) => new Line(row));
  for (const line of lines) if (line.row.must && !rung.countOnly.includes(line.row.section)) openShort(line, rung.valueTokens, counts);
  return new Writing(state, lines, rung.layout, counts, options);
};

/** The most comfortable start that leaves a third of the budget for everything else, or else the first of the barest that has room. */
const startFor = (state: TaskState, counts: TokenCounts, options: SummaryOptions): Writing => {
  const rowsFor = summaryRows(state);
  let least = 0;
  for (const rung of LADDER) {
    const writing = bareWriting(rowsFor(rung.layout), rung, state, counts, options);
    least = writing.tokens;
    if (least <= (rung.barest ? options.maxTokens : (options.maxTokens * 2) / 3)) return writing;
  }
  throw new HandoffError('budget_too_small', `The summary of this task needs at least ${least} tokens.`, { least });
};

/** What is worth less per token has to wait until all counts are printed. */
const WORTH_LESS_THAN_COUNTS = 0.01;

/** Pure: the same state and options give the same text. */
export const summarize = (state: TaskState, options: SummaryOptions): Summary => {
  requireTokenBudget(options.maxTokens);
  const writing = startFor(state, new TokenCounts(options.tokenizer), options);
  writing.fill(WORTH_LESS_THAN_COUNTS);
  writing.countAll();
  writing.fill(0);
  const { text, tokens, omitted } = writing.finished();
  return { text, tokens, encoding: options.tokenizer.encoding, omitted };
};
