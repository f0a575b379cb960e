import { readFileSync } from 'node:fs';

/** What is measured with: checked in, so that two runs of the same revision measure the same thing. */
export interface Sizes {
  readonly seed: number;
  readonly thread_pool: number;
  readonly tasks: number;
  /** Until what the windows of a task's state hold no longer grows. */
  readonly settling_steps: number;
  readonly paths: number;
  readonly checks: readonly string[];
  readonly body_bytes: { readonly least: number; readonly most: number };
  readonly state_bytes: number;
  readonly hot_callers: number;
  readonly growth: { readonly young: number; readonly old: number; readonly state_bytes: number; readonly per_slice: number };
  readonly bytes: { readonly body_bytes: number; readonly before: number; readonly handoffs: number };
  readonly summary: { readonly state_bytes: number; readonly per_slice: number };
}

const fixture = (name: string): unknown => JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'));

export const WORDS: readonly string[] = (fixture('words.json') as { words: string }).words.split(' ');

const FULL_SIZES = fixture('sizes.json') as Sizes;

/** Enough to show that a figure can be made; nobody reads a time off it. */
const SMOKE: Partial<Sizes> = {
  tasks: 16,
  settling_steps: 4,
  growth: { ...FULL_SIZES.growth, old: 60, per_slice: 4 },
  bytes: { ...FULL_SIZES.bytes, before: 16, handoffs: 32 },
  summary: { ...FULL_SIZES.summary, per_slice: 2 },
};

export const sizesFor = (smoke: boolean): Sizes => (smoke ? { ...FULL_SIZES, ...SMOKE } : FULL_SIZES);
