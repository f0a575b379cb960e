import type { CountedKind, TaskState } from '../schema/task-state.js';
import { SEPARATOR } from './encode-value.js';
import { type Ranking, ranked } from './ranked.js';
import type { Row, Section } from './row.js';
import { slotsOf } from './slot.js';

type ItemSection = Extract<Section, CountedKind>;

/** One item as a line would show it. */
interface Entry {
  readonly id: string;
  readonly text: string;
  readonly why: string | null;
}

interface Shape {
  readonly ranking: Ranking;
  /** What knowing why is worth, compared with knowing what. */
  readonly why: number;
  entries(state: TaskState): readonly Entry[];
}

/** How many questions a successor has about each kind, and what answers them. */
const SHAPES = {
  decisions: {
    ranking: { questions: 2.2, recent: 4, relevance: 1.5, newest: 120, most: 24 },
    why: 0.6,
    entries: (state) =>
      state.decisions_made
        .filter((decision) => decision.superseded_by === null)
        .map(({ id, decision, rationale }) => ({ id, text: decision, why: rationale })),
  },
  failed_approaches: {
    ranking: { questions: 1.6, recent: 3, relevance: 1.5, newest: 60, most: 16 },
    why: 0.9,
    entries: (state) =>
      state.packets.flatMap((packet) => packet.failed_approaches).map(({ id, approach, why }) => ({ id, text: approach, why })),
  },
  not_done: {
    ranking: { questions: 1.2, recent: 2, relevance: 0.7, newest: 40, most: 12 },
    why: 0.7,
    entries: (state) => state.packets.flatMap((packet) => packet.not_done).map(({ id, item, reason }) => ({ id, text: item, why: reason })),
  },
  findings: {
    ranking: { questions: 0.5, recent: 3, relevance: 0.8, newest: 24, most: 12 },
    why: 0,
    entries: (state) => state.packets.flatMap((packet) => packet.observed).map(({ id, finding }) => ({ id, text: finding, why: null })),
  },
  warnings: {
    ranking: { questions: 0.3, recent: 2, relevance: 0.8, newest: 12, most: 6 },
    why: 0,
    entries: (state) => state.warnings.map(({ id, warning }) => ({ id, text: warning, why: null })),
  },
} as const satisfies Partial<Record<ItemSection, Shape>>;

export type RankedKind = keyof typeof SHAPES;
export const RANKED_KINDS = Object.keys(SHAPES) as RankedKind[];

type Relevance = (items: readonly (readonly string[])[]) => readonly number[];

/** Lines for the items of one kind that are in force, in the order they are worth it. */
export const itemRows = (kind: RankedKind, state: TaskState, relevance: Relevance): readonly Row[] => {
  const shape: Shape = SHAPES[kind];
  const entries = shape.entries(state).slice(0, shape.ranking.newest);
  const near = relevance(entries.map(({ text, why }) => (why === null ? [text] : [text, why])));
  return ranked(entries, near, shape.ranking).map(({ item, worth }) => ({
    section: kind,
    kind,
    prefix: item.id,
    slots: slotsOf(item.text, worth, item.why, worth * shape.why),
    separator: SEPARATOR,
    must: false,
    below: null,
  }));
};
