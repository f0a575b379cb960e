import type { FigureSpec } from './figures.js';
import type { Outcome } from './hold-contest.js';
import { median } from './statistics.js';

/** A figure as it is published: the ratio of medians, and the range over the rounds. */
export interface Figure {
  readonly ratio: number;
  readonly runs: number;
  readonly low: number;
  readonly high: number;
  readonly what: string;
}

const DIGITS = 3;
const rounded = (value: number): number => Number(value.toFixed(DIGITS));

export const figureOf = ({ over, under, what }: FigureSpec, { rates }: Outcome): Figure => {
  const upper = rates[over] ?? [];
  const lower = under === undefined ? upper.map(() => 1) : (rates[under] ?? []);
  const each = upper.map((rate, round) => rate / (lower[round] ?? Number.NaN));
  return {
    ratio: rounded(median(upper) / median(lower)),
    runs: upper.length,
    low: rounded(Math.min(...each)),
    high: rounded(Math.max(...each)),
    what,
  };
};
