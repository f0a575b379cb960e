import type { CountedKind, TaskState } from '../schema/task-state.js';
import type { Entry } from './on-topic.js';
import type { Ranking } from './ranked.js';
import type { Section } from './row.js';

type ItemSection = Extract<Section, CountedKind>;

interface Shape {
  readonly ranking: Ranking;
  /** What knowing why is worth, compared with knowing what. */
  readonly why: number;
  /** Newest first. */
  entries(state: TaskState): readonly Entry[];
}

/** How many questions a successor has about each kind, and what answers them. */
const SHAPES = {
  decisions: {
    ranking: { questions: 7, first: 1, recent: 4, newest: 80, most: 20 },
    why: 0.4,
    entries: (state) =>
      state.decisions_made
        .filter((decision) => decision.superseded_by === null)
        .map(({ id, decision, rationale }) => ({ id, text: decision, why: rationale })),
  },
  failed_approaches: {
    ranking: { questions: 1.5, first: 0.45, recent: 3, newest: 32, most: 12 },
    why: 0.8,
    entries: (state) =>
      state.packets.flatMap((packet) => packet.failed_approaches).map(({ id, approach, why }) => ({ id, text: approach, why })),
  },
  not_done: {
    ranking: { questions: 1.3, first: 0.4, recent: 2, newest: 24, most: 8 },
    why: 0.2,
    entries: (state) => state.packets.flatMap((packet) => packet.not_done).map(({ id, item, reason }) => ({ id, text: item, why: reason })),
  },
  findings: {
    ranking: { questions: 0.15, first: 0, recent: 3, newest: 12, most: 6 },
    why: 0,
    entries: (state) => state.packets.flatMap((packet) => packet.observed).map(({ id, finding }) => ({ id, text: finding, why: null })),
  },
  warnings: {
    ranking: { questions: 0.05, first: 0, recent: 2, newest: 6, most: 4 },
    why: 0,
    entries: (state) => state.warnings.map(({ id, warning }) => ({ id, text: warning, why: null })),
  },
} as const satisfies Partial<Record<ItemSection, Shape>>;

/** The newest items in force of one kind. */
export interface ItemList {
  readonly kind: keyof typeof SHAPES;
  readonly shape: Shape;
  readonly entries: readonly Entry[];
}

const KINDS = Object.keys(SHAPES) as ItemList['kind'][];

export const itemLists = (state: TaskState): readonly ItemList[] =>
  KINDS.map((kind) => ({ kind, shape: SHAPES[kind], entries: SHAPES[kind].entries(state).slice(0, SHAPES[kind].ranking.newest) }));
