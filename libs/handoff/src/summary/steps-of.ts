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
const LEAD_CHARS = 70;
/** Just enough to come after what has to come first. */
const BEHIND = 0.999;

const tokensFor = (chars: number): number => 0.5 + chars / CHARS_PER_TOKEN;

/** What opening a line is worth per token, told from the length of its text alone. */
export const promise = (line: Line): number => {
  const [slot] = line.row.slots;
  if (slot === undefined) return 0;
  const chars = Math.min(slot.text.length, LEAD_CHARS);
  return (slot.worth * (chars / slot.text.length) ** 0.8) / (tokensFor(chars) + LINE_TOKENS);
};

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
  const leadDensity = lead === undefined ? 0 : (worth * lead.share) / (tokensFor(lead.text.length) + (opens ? LINE_TOKENS : 1));
  const top = Math.min(ceiling, leadDensity);
  let before = top * BEHIND;
  return passages.map((passage, index) => {
    const startsSentence = passages[index - 1]?.sentence !== passage.sentence;
    const own = Math.min((worth * passage.share) / tokensFor(passage.text.length), startsSentence ? top * BEHIND : before);
    before = passage === lead ? top : own;
    return { line, slot, passage, density: before, opens: opens && passage === lead };
  });
};

/** Everything that could be added to a line. What needs another step before it is never worth more than that one. */
export const stepsOf = (line: Line): readonly Step[] => {
  const first = stepsOfSlot(line, 0, Number.POSITIVE_INFINITY);
  const ceiling = line.open ? Number.POSITIVE_INFINITY : BEHIND * Math.max(0, ...first.map((step) => step.density));
  return [...first, ...line.row.slots.slice(1).flatMap((_, index) => stepsOfSlot(line, index + 1, ceiling))];
};
