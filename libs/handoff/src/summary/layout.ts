import type { Section } from './row.js';

/**
 * How many words the summary spends on itself. `terse` leaves out the names of agents and what one can do without;
 * `bare` leaves out all but what must be there, so that any state has room in the smallest budget.
 */
export type Layout = 'roomy' | 'terse' | 'bare';

export interface Rung {
  readonly layout: Layout;
  /** What a value that must be there gets at first. */
  readonly valueTokens: number;
  /** Taken even when it leaves no room for anything else. */
  readonly barest: boolean;
  /** Sections that need not have a line: how many there are is said with their handle. */
  readonly countOnly: readonly Section[];
}

/** From comfortable to bare. */
export const LADDER: readonly Rung[] = [
  { layout: 'roomy', valueTokens: 24, barest: false, countOnly: [] },
  { layout: 'roomy', valueTokens: 12, barest: false, countOnly: [] },
  { layout: 'terse', valueTokens: 8, barest: false, countOnly: [] },
  { layout: 'terse', valueTokens: 4, barest: false, countOnly: [] },
  { layout: 'bare', valueTokens: 4, barest: false, countOnly: [] },
  { layout: 'bare', valueTokens: 1, barest: true, countOnly: [] },
  { layout: 'bare', valueTokens: 1, barest: true, countOnly: ['checks'] },
  { layout: 'bare', valueTokens: 1, barest: true, countOnly: ['checks', 'issues'] },
];
