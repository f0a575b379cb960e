import type { Line } from './line.js';
import type { Passage } from './passages-of.js';

/** One passage more: what it is worth per token, as far as that can be told without counting. */
export interface Step {
  readonly line: Line;
  readonly slot: number;
  readonly passage: Passage;
  readonly density: number;
  readonly opens: boolean;
}

const CHARS_PER_TOKEN = 4.2;
const LINE_TOKENS = 4;

const estimate = (passage: Passage): number => 0.5 + passage.text.length / CHARS_PER_TOKEN;

/** The passage a value starts with when there is room for one only. */
export const leadOf = (passages: readonly Passage[]): Passage | undefined => {
  let lead = passages[0];
  for (const [index, passage] of passages.entries()) {
    const startsSentence = passages[index - 1]?.sentence !== passage.sentence;
    if (startsSentence && lead !== undefined && passage.share > 1.5 * lead.share) lead = passage;
  }
  return lead;
};

const stepsOfSlot = (line: Line, slot: number, ceiling: number): Step[] => {
  const passages = line.passages(slot);
  const worth = line.row.slots[slot]?.worth ?? 0;
  const lead = leadOf(passages);
  const opens = slot === 0 && !line.open;
  const leadDensity = lead === undefined ? 0 : (worth * lead.share) / (estimate(lead) + (opens ? LINE_TOKENS : 1));
  const top = Math.min(ceiling, leadDensity);
  let before = top;
  return passages.map((passage, index) => {
    const startsSentence = passages[index - 1]?.sentence !== passage.sentence;
    const own = Math.min((worth * passage.share) / estimate(passage), startsSentence ? top : before);
    before = passage === lead ? top : own;
    return { line, slot, passage, density: before, opens: opens && passage === lead };
  });
};

/** Everything that could be added to these lines, best first. What needs another step before it never stands before that one. */
export const stepsOf = (lines: readonly Line[]): readonly Step[] => {
  const ceilings = new Map<unknown, number>();
  const steps = lines.flatMap((line) => {
    const ceiling = (line.row.below === null ? undefined : ceilings.get(line.row.below)) ?? Number.POSITIVE_INFINITY;
    const first = stepsOfSlot(line, 0, ceiling);
    const base = Math.max(0, ...first.map((step) => step.density));
    ceilings.set(line.row, base);
    return [
      ...first,
      ...line.row.slots.slice(1).flatMap((_, index) => stepsOfSlot(line, index + 1, line.open ? Number.POSITIVE_INFINITY : base)),
    ];
  });
  return steps.sort((a, b) => b.density - a.density);
};
