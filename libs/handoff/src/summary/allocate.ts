import type { Line } from './line.js';
import { StepQueue } from './step-queue.js';
import { leadOf, type Step } from './steps-of.js';
import type { TokenCounts } from './token-counts.js';

const NEWLINE_TOKENS = 1;
const LEAST_CUT_TOKENS = 6;
const LEAST_STEP_TOKENS = 4;
/** After so many steps that had no room, hardly any will. */
const MOST_MISSES = 16;
// What is longer than this need not be counted to be known too long.
const MOST_CHARS_PER_TOKEN = 9;

/** What it costs to open a line before any of its values is shown. */
export const openingTokens = (line: Line, counts: TokenCounts): number => counts.of(line.row.prefix) + NEWLINE_TOKENS;

/** Opens a line with as much of its first value as this many tokens show. Returns what it took. */
export const openShort = (line: Line, maxTokens: number, counts: TokenCounts): number => {
  line.open = true;
  let taken = openingTokens(line, counts);
  let lead = leadOf(line.passages(0));
  if (lead === undefined) return taken;
  const parts = counts.ofPassage(lead) > maxTokens ? counts.cutAnyhow(lead, maxTokens) : null;
  if (parts !== null) {
    line.replace(0, lead, parts);
    lead = parts[0];
  }
  line.show(lead);
  taken += counts.ofPassage(lead) + line.gaps(0) * counts.gap;
  return taken;
};

/** Spends a budget on passages, the most useful first, and can take the last ones back. */
export class Allocation {
  readonly #taken: Step[] = [];
  readonly #queue: StepQueue;

  constructor(
    readonly lines: readonly Line[],
    readonly counts: TokenCounts,
  ) {
    this.#queue = new StepQueue(lines);
  }

  #isPossible({ line, slot, passage, opens }: Step): boolean {
    if (line.has(passage) || line.open === opens) return false;
    const before = line.before(slot, passage);
    const below = line.row.below;
    return (
      (before === null || line.has(before)) && (!opens || below === null || this.lines.some((other) => other.row === below && other.open))
    );
  }

  /** What the step costs besides its passage: a line, a separator, the marks of what is left out. */
  #overhead({ line, slot, passage, opens }: Step): number {
    const gapsBefore = line.gaps(slot);
    const separator = slot > 0 && !line.isShown(slot) ? this.counts.of(line.row.separator) : 0;
    line.show(passage);
    const gaps = line.gaps(slot) - gapsBefore;
    line.hide(passage);
    return gaps * this.counts.gap + separator + (opens ? openingTokens(line, this.counts) : 0);
  }

  #take(step: Step): void {
    step.line.show(step.passage);
    if (step.opens) step.line.open = true;
    this.#taken.push(step);
  }

  /** Shows the beginning of a passage that has no room whole. Returns what that took. */
  #takePart(step: Step, room: number): number {
    if (room < LEAST_CUT_TOKENS || step.line.row.separator === ',') return 0;
    const parts = this.counts.cut(step.passage, room - this.counts.gap);
    if (parts === null) return 0;
    step.line.replace(step.slot, step.passage, parts);
    this.#take({ ...step, passage: parts[0] });
    return this.counts.ofPassage(parts[0]) + this.counts.gap;
  }

  /** Returns what the step took: nothing when it has no room. */
  #tryStep(step: Step, left: number): number {
    const room = left - this.#overhead(step);
    const isTooLong = step.passage.text.length > room * MOST_CHARS_PER_TOKEN || this.counts.ofPassage(step.passage) > room;
    if (isTooLong) {
      const part = this.#takePart(step, room);
      return part === 0 ? 0 : left - room + part;
    }
    this.#take(step);
    return left - room + this.counts.ofPassage(step.passage);
  }

  /** May be called again with what turns out to be left. */
  spend(budget: number): void {
    let left = budget;
    let misses = 0;
    while (left >= LEAST_STEP_TOKENS && misses < MOST_MISSES) {
      const step = this.#queue.next();
      if (step === undefined) return;
      if (!this.#isPossible(step)) continue;
      const taken = this.#tryStep(step, left);
      left -= taken;
      if (taken === 0) misses += 1;
    }
  }

  /** Hides what was shown last. False when nothing is left to hide. */
  takeBack(): boolean {
    const step = this.#taken.pop();
    if (step === undefined) return false;
    step.line.hide(step.passage);
    if (step.opens) step.line.open = false;
    return true;
  }
}
