import { PHASES, type Phase } from './request.js';

export const AGENT_OF: Readonly<Record<string, string>> = {
  planning: 'dev-engineer',
  implementing: 'dev-engineer',
  testing: 'dev-qa',
  reviewing: 'dev-reviewer',
};
export const AGENTS = ['dev-engineer', 'dev-qa', 'dev-reviewer'];

export type MoveKind = 'forward' | 'back' | 'stay';

export const further = (a: Phase, b: Phase): boolean => PHASES.indexOf(a) > PHASES.indexOf(b);

/** Forward one step, back to implementing or planning, or the same phase; anything else is not allowed. */
export const moveOf = (from: Phase, to: Phase): MoveKind | null => {
  if (from === to) return 'stay';
  if (PHASES.indexOf(to) === PHASES.indexOf(from) + 1) return 'forward';
  return ['implementing', 'planning'].includes(to) && further(from, to) ? 'back' : null;
};
