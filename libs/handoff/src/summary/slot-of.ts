import { encodeValue } from './encode-value.js';
import { passagesOf } from './passages-of.js';
import type { Slot } from './row.js';

/** A text from outside as a value, with what showing all of it would be worth. */
export const slotOf = (text: string, worth: number): Slot => ({ passages: passagesOf(encodeValue(text)), worth });

/** Both values when the second is there. */
export const slotsOf = (first: string, worth: number, second: string | null, secondWorth: number): readonly Slot[] =>
  second === null ? [slotOf(first, worth)] : [slotOf(first, worth), slotOf(second, secondWorth)];
