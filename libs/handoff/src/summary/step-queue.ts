import type { Line } from './line.js';
import type { Row } from './row.js';
import { promise, type Step, stepsOf } from './steps-of.js';

interface Waiting {
  readonly density: number;
  readonly step: Step | null;
  readonly line: Line;
}

/** Steps, the best first. A line is looked at closely only when its turn comes: most never get one. */
export class StepQueue {
  /** Best last, so that taking it is cheap. */
  readonly #waiting: Waiting[] = [];
  /** Lines that have to wait until the one above them is shown. */
  readonly #below = new Map<Row, Line>();

  constructor(lines: readonly Line[]) {
    const open = new Set(lines.filter((line) => line.open).map((line) => line.row));
    const ready: Waiting[] = [];
    for (const line of lines) {
      const { below } = line.row;
      if (line.open) ready.push(...stepsOf(line).map((step) => ({ density: step.density, step, line })));
      else if (below === null || open.has(below)) ready.push({ density: promise(line), step: null, line });
      else this.#below.set(below, line);
    }
    this.#waiting = ready.reverse().sort((a, b) => a.density - b.density);
  }

  /** The best there is, if it is worth at least so much. */
  next(leastWorth: number): Step | undefined {
    for (;;) {
      if ((this.#waiting.at(-1)?.density ?? 0) < leastWorth) return undefined;
      const best = this.#waiting.pop();
      if (best === undefined) return undefined;
      if (best.step !== null) return best.step;
      this.#lookClosely(best);
    }
  }

  putBack(step: Step): void {
    this.#insert({ density: step.density, step, line: step.line });
  }

  /** The line below this one may be shown now. */
  opened(row: Row): void {
    const line = this.#below.get(row);
    if (line !== undefined) this.#insert({ density: promise(line), step: null, line });
  }

  /** Nothing of a line is worth more than it promised: what was passed over for it would have been passed over wrongly. */
  #lookClosely({ line, density }: Waiting): void {
    const steps = stepsOf(line);
    const scale = Math.min(1, density / Math.max(Number.MIN_VALUE, ...steps.map((step) => step.density)));
    for (const step of steps) this.#insert({ density: step.density * scale, step, line });
  }

  /** Behind those that are worth the same: first come, first served. */
  #insert(one: Waiting): void {
    let low = 0;
    let high = this.#waiting.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#waiting[middle]?.density ?? 0) < one.density) low = middle + 1;
      else high = middle;
    }
    this.#waiting.splice(low, 0, one);
  }
}
