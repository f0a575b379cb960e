import type { CountedKind } from '../schema/task-state.js';
import type { Slot } from './slot.js';

/** In the order they are read. */
export const SECTIONS = [
  'task',
  'phase',
  'for',
  'waits',
  'goal',
  'criteria',
  'next',
  'feedback',
  'gates',
  'issues',
  'checks',
  'unknown',
  'attempted',
  'changed',
  'failed_approaches',
  'decisions',
  'not_done',
  'findings',
  'warnings',
] as const;
export type Section = (typeof SECTIONS)[number];

/** A line the summary may have: a prefix that is ours, then values from outside. */
export interface Row {
  readonly section: Section;
  /** The kind of item that counts as shown when this line is. */
  readonly kind: CountedKind | null;
  readonly prefix: string;
  /** Stands there instead where nothing of the first value is left out, and so nobody has to look it up. */
  readonly wholePrefix?: string;
  readonly slots: readonly Slot[];
  readonly separator: string;
  /** Present in every summary, however short its values have to be. */
  readonly must: boolean;
  /** Shown only below another line of its section that is shown: what is worse is never left out for what is less so. */
  readonly below: Row | null;
}

/** Sections that begin with a line of their own: what kind follows, and how much of it is not shown. */
export const HEADED = [
  'issues',
  'checks',
  'failed_approaches',
  'decisions',
  'not_done',
  'findings',
  'warnings',
] as const satisfies readonly Section[];
export type Headed = (typeof HEADED)[number];

export const isHeaded = (section: Section): section is Headed => (HEADED as readonly Section[]).includes(section);
