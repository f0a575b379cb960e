import { SEPARATOR } from './encode-value.js';
import type { Row, Section } from './row.js';
import type { Slot } from './slot.js';

/** A line that is no item: nothing counts it, and nothing stands above it. */
export const singleRow = (section: Section, prefix: string, slots: readonly Slot[], must: boolean): Row => ({
  section,
  kind: null,
  prefix,
  slots,
  separator: SEPARATOR,
  must,
  below: null,
});
