import type { Line } from './line.js';
import type { Passage } from './passages-of.js';
import { leadOf, type Step, stepsOf } from './steps-of.js';
import type { TokenCounts } from './token-counts.js';

const NEWLINE_TOKENS = 1;
const LEAST_CUT_TOKENS = 5;

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
  readonly #tried = new Set<Passage>();

  constructor(
    readonly lines: readonly Line[],
    readonly counts: TokenCounts,
  ) {}

  #isPossible({ line, slot, passage, opens }: Step): boolean {
    if (line.has(passage) || line.open === opens || this.#tried.has(passage)) return false;
    const before = line.before(slot, passage);
    const below = line.row.below;
    return (
      (before === null || line.has(before)) && (!opens || below === null || this.lines.some((other) => other.row === below && other.open))
    );
  }

  #cost(step: Step): number {
    const { line, slot, passage, opens } = step;
    const gapsBefore = line.gaps(slot);
    const separator = slot > 0 && !line.isShown(slot) ? this.counts.of(line.row.separator) : 0;
    line.show(passage);
    const gaps = line.gaps(slot) - gapsBefore;
    line.hide(passage);
    return this.counts.ofPassage(passage) + gaps * this.counts.gap + separator + (opens ? openingTokens(line, this.counts) : 0);
  }

  #take(step: Step): void {
    step.line.show(step.passage);
    if (step.opens) step.line.open = true;
    this.#taken.push(step);
  }

  /** Shows the beginning of a passage that has no room whole. */
  #takePart(step: Step, cost: number, left: number): number {
    const room = left - (cost - this.counts.ofPassage(step.passage)) - this.counts.gap;
    const parts = room >= LEAST_CUT_TOKENS && step.line.row.separator !== ',' ? this.counts.cut(step.passage, room) : null;
    if (parts === null) return 0;
    step.line.replace(step.slot, step.passage, parts);
    const part = { ...step, passage: parts[0] };
    const taken = this.#cost(part);
    if (taken > left) {
      step.line.replace(step.slot, parts[0], [step.passage]);
      step.line.replace(step.slot, parts[1], []);
      return 0;
    }
    this.#take(part);
    return taken;
  }

  /** Returns how many tokens were left over. */
  spend(budget: number): number {
    let left = budget;
    for (const step of stepsOf(this.lines)) {
      if (left < 2) break;
      if (!this.#isPossible(step)) continue;
      const cost = this.#cost(step);
      if (cost <= left) {
        this.#take(step);
        left -= cost;
      } else {
        this.#tried.add(step.passage);
        left -= this.#takePart(step, cost, left);
      }
    }
    return left;
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
