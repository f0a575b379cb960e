import type { TaskState } from '../schema/task-state.js';
import { Allocation } from './allocate.js';
import { encodeValue } from './encode-value.js';
import type { Layout } from './layout.js';
import type { Line } from './line.js';
import { type Omission, omissionsOf } from './omission.js';
import { type Counts, type Part, partsOf, render } from './render.js';
import type { TokenCounts } from './token-counts.js';

interface Budget {
  readonly maxTokens: number;
  readonly stateFile: string;
}

const WORTH_ANOTHER_ROUND_TOKENS = 4;
const MOST_ROUNDS = 4;
const LEAST_COUNT_TOKENS = 2;

/** A summary in the making: begun with what must be there, then filled until its budget is used. */
export class Writing {
  #spending: Allocation | undefined;
  #counted: Counts = 'needed';
  #parts: readonly Part[] = [];
  #omitted: readonly Omission[] = [];
  tokens = 0;

  constructor(
    readonly state: TaskState,
    readonly lines: readonly Line[],
    readonly layout: Layout,
    readonly counts: TokenCounts,
    readonly budget: Budget,
  ) {
    this.#measure();
    this.tokens = counts.of(render(this.#parts));
  }

  /** Made when there is something to spend: most beginnings are too long. */
  get #allocation(): Allocation {
    this.#spending ??= new Allocation(this.lines, this.counts);
    return this.#spending;
  }

  #measure(): void {
    const { state, layout, budget } = this;
    const lines = this.lines.filter((line) => line.open);
    this.#omitted = omissionsOf(state, lines);
    const stateFile = encodeValue(budget.stateFile);
    this.#parts = partsOf({ state, lines, omitted: this.#omitted, layout, counts: this.#counted, stateFile });
    this.tokens = 0;
    for (const part of this.#parts) this.tokens += typeof part === 'string' ? this.counts.ofLine(`${part}\n`) : part.tokens(this.counts);
  }

  get #left(): number {
    return this.budget.maxTokens - this.tokens;
  }

  /** Shows whatever is worth at least so much per token, as far as there is room. */
  fill(leastWorth: number): void {
    for (let round = 0; round < MOST_ROUNDS && this.#left >= WORTH_ANOTHER_ROUND_TOKENS; round += 1) {
      if (!this.#allocation.spend(this.#left, leastWorth)) return;
      do this.#measure();
      while (this.#left < 0 && this.#allocation.takeBack(-this.#left));
    }
  }

  /** Prints also the counts that a reader can do without, if they have room. */
  countAll(): void {
    if (this.#left < LEAST_COUNT_TOKENS) return;
    this.#count('all');
    if (this.#left < 0) this.#count('needed');
  }

  #count(counted: Counts): void {
    this.#counted = counted;
    this.#measure();
  }

  /** Counted once more as a whole: with a vocabulary whose counts do not add up something has to go again. */
  finished(): { readonly text: string; readonly tokens: number; readonly omitted: readonly Omission[] } {
    for (;;) {
      const text = render(this.#parts);
      const tokens = this.counts.of(text);
      const excess = tokens - this.budget.maxTokens;
      if (excess > 0 && this.#counted === 'all') this.#count('needed');
      else if (excess > 0 && this.#allocation.takeBack(excess)) this.#measure();
      else return { text, tokens, omitted: this.#omitted };
    }
  }
}
