import { told } from './told.js';

/** Numbers that look random and are the same for the same seed. */
export class Random {
  constructor(private state: number) {}

  /** At least 0, less than `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}

/** Printed with what it was used for; `JERRY_SEED` brings a run back. */
export const seedOf = (): number => told('seed', Number(process.env.JERRY_SEED ?? Date.now() % 2 ** 31));
