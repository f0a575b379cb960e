import type { Line } from './line.js';
import { promise, type Step, stepsOf } from './steps-of.js';

interface Waiting {
  readonly density: number;
  readonly step: Step | null;
  readonly line: Line;
}

/** Steps, the best first. A line is looked at closely only when its turn comes: most never get one. */
export class StepQueue {
  /** Best last, so that taking it is cheap. */
  readonly #waiting: Waiting[];

  constructor(lines: readonly Line[]) {
    const promises = new Map<unknown, number>();
    const waiting = lines.flatMap((line): Waiting[] => {
      if (line.open) return stepsOf(line).map((step) => ({ density: step.density, step, line }));
      const density = Math.min(promise(line), promises.get(line.row.below) ?? Number.POSITIVE_INFINITY);
      promises.set(line.row, density);
      return [{ density, step: null, line }];
    });
    this.#waiting = waiting.reverse().sort((a, b) => a.density - b.density);
  }

  next(): Step | undefined {
    for (;;) {
      const best = this.#waiting.pop();
      if (best === undefined) return undefined;
      if (best.step !== null) return best.step;
      for (const step of stepsOf(best.line)) this.#insert({ density: Math.min(step.density, best.density), step, line: best.line });
    }
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
