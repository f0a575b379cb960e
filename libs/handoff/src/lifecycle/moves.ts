import { PHASES, type Phase } from '../schema/phase.js';

export const MOVE_KINDS = ['forward', 'back', 'stay'] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];

/** Every move a handoff can make. Forward asks the phase's exit rule, back asks for feedback, staying asks for a next step. */
export const MOVES = {
  planning: { planning: 'stay', implementing: 'forward' },
  implementing: { implementing: 'stay', testing: 'forward', planning: 'back' },
  testing: { testing: 'stay', reviewing: 'forward', implementing: 'back', planning: 'back' },
  reviewing: { reviewing: 'stay', completed: 'forward', implementing: 'back', planning: 'back' },
  completed: {},
} as const satisfies Record<Phase, Partial<Record<Phase, MoveKind>>>;

export const moveKind = (from: Phase, to: Phase): MoveKind | undefined => (MOVES[from] as Partial<Record<Phase, MoveKind>>)[to];

export const movesFrom = (from: Phase): readonly Phase[] => PHASES.filter((to) => moveKind(from, to) !== undefined);
