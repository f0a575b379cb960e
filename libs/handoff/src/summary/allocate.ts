import type { Line } from './line.js';
import { isHeaded } from './row.js';
import { StepQueue } from './step-queue.js';
import { leadOf, type Step } from './steps-of.js';
import type { TokenCounts } from './token-counts.js';

const HEADING_TOKENS = 2;
const LEAST_CUT_TOKENS = 6;
// A line that breaks off near its middle tells nothing; the next one may have room whole. An open issue must be seen, though.
const LEAST_CUT_SHARE = { issues: 0.15, others: 0.6 } as const;
const LEAST_STEP_TOKENS = 4;
/** After so many steps that had no room, hardly any will. */
const MOST_MISSES = 16;
// What is longer than this need not be counted to be known too long.
const MOST_CHARS_PER_TOKEN = 9;

/** Opens a line with as much of its first value as this many tokens show. */
export const openShort = (line: Line, maxTokens: number, counts: TokenCounts): void => {
  line.open = true;
  const lead = leadOf(line.passages(0));
  if (lead === undefined) return;
  const parts = counts.ofPassage(lead) > maxTokens ? counts.cutAnyhow(lead, maxTokens) : null;
  if (parts !== null) line.replace(0, lead, parts);
  line.show(parts === null ? lead : parts[0]);
};

const lineFeedTokens = (line: Line): number => (line.open && line.endsInWord ? 1 : 0);

/** Spends a budget on passages, the most useful first, and can take the last ones back. */
export class Allocation {
  readonly #taken: { readonly step: Step; readonly tokens: number }[] = [];
  readonly #queue: StepQueue;

  constructor(
    readonly lines: readonly Line[],
    readonly counts: TokenCounts,
  ) {
    this.#queue = new StepQueue(lines);
  }

  /** Words come in their order, and only on a line that is there. */
  #isPossible({ line, slot, passage, opens }: Step): boolean {
    if (line.has(passage) || line.open === opens) return false;
    const { below } = line.row;
    if (opens && below !== null && !this.lines.some((other) => other.open && other.row === below)) return false;
    const before = line.before(slot, passage);
    return before === null || line.has(before);
  }

  /** A heading costs a little more than what it saves where the handles of the other kinds stand. */
  #headingTokens({ row }: Line): number {
    return !isHeaded(row.section) || this.lines.some((line) => line.open && line.row.section === row.section) ? 0 : HEADING_TOKENS;
  }

  /** What the step costs besides its passage: a line, a separator, the marks of what is left out. */
  #overhead({ line, slot, passage, opens }: Step): number {
    const before = line.gaps(slot) * this.counts.gap + lineFeedTokens(line);
    const separator = slot > 0 && !line.isShown(slot) ? this.counts.ofLine(line.row.separator) : 0;
    const opening = opens ? this.counts.ofLine(line.row.prefix) + this.#headingTokens(line) : 0;
    const wasOpen = line.open;
    line.open = true;
    line.show(passage);
    const after = line.gaps(slot) * this.counts.gap + lineFeedTokens(line);
    line.hide(passage);
    line.open = wasOpen;
    return after - before + separator + opening;
  }

  #take(step: Step, tokens: number): number {
    step.line.show(step.passage);
    if (step.opens) {
      step.line.open = true;
      this.#queue.opened(step.line.row);
    }
    this.#taken.push({ step, tokens });
    return tokens;
  }

  /** Shows the beginning of a passage that has no room whole. */
  #takePart(step: Step, overhead: number, room: number): number {
    if (room < LEAST_CUT_TOKENS || step.line.row.separator === ',') return 0;
    const parts = this.counts.cut(step.passage, room - this.counts.gap);
    const share = step.line.row.section === 'issues' ? LEAST_CUT_SHARE.issues : LEAST_CUT_SHARE.others;
    if (parts === null || (step.opens && parts[0].text.length < step.passage.text.length * share)) return 0;
    step.line.replace(step.slot, step.passage, parts);
    return this.#take({ ...step, passage: parts[0] }, overhead + this.counts.ofPassage(parts[0]) + this.counts.gap);
  }

  /** Returns what the step took: nothing when it has no room. */
  #tryStep(step: Step, left: number): number {
    const overhead = this.#overhead(step);
    const room = left - overhead;
    const isTooLong = step.passage.text.length > room * MOST_CHARS_PER_TOKEN || this.counts.ofPassage(step.passage) > room;
    return isTooLong ? this.#takePart(step, overhead, room) : this.#take(step, overhead + this.counts.ofPassage(step.passage));
  }

  /**
   * Shows what is worth at least so much per token, and tells whether that was anything. May be called again with what turns out to be
   * left: what had no room before may have it then.
   */
  spend(budget: number, leastWorth = 0): boolean {
    let left = budget;
    const missed: Step[] = [];
    while (left >= LEAST_STEP_TOKENS && missed.length < MOST_MISSES) {
      const step = this.#queue.next(leastWorth);
      if (step === undefined) break;
      if (!this.#isPossible(step)) continue;
      const taken = this.#tryStep(step, left);
      left -= taken;
      if (taken === 0) missed.push(step);
    }
    for (const step of missed) this.#queue.putBack(step);
    return left < budget;
  }

  /** Hides what was shown last, and so never what another line stands below, until so many tokens are free. False when there is nothing to hide. */
  takeBack(tokens: number): boolean {
    let left = tokens;
    while (left > 0) {
      const last = this.#taken.pop();
      if (last === undefined) return left < tokens;
      last.step.line.hide(last.step.passage);
      if (last.step.opens) last.step.line.open = false;
      left -= last.tokens;
    }
    return true;
  }
}
