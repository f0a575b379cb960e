import { encodeValue } from './encode-value.js';
import { type Passage, passagesOf } from './passages-of.js';

/** One value of a line: what showing all of it would be worth to the reader, and what can be shown of it. */
export class Slot {
  #passages: readonly Passage[] | undefined;

  constructor(
    /** As somebody wrote it. */
    readonly text: string,
    readonly worth: number,
  ) {}

  /** Made when they are needed: most of what could be shown never is. */
  get passages(): readonly Passage[] {
    this.#passages ??= passagesOf(encodeValue(this.text));
    return this.#passages;
  }
}

/** Both values when the second is there. */
export const slotsOf = (first: string, worth: number, second: string | null, secondWorth: number): readonly Slot[] =>
  second === null ? [new Slot(first, worth)] : [new Slot(first, worth), new Slot(second, secondWorth)];
