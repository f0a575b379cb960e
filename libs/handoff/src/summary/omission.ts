import type { HandleKind } from '../schema/ids.js';
import { COUNTED_KINDS, type CountedKind, type TaskState } from '../schema/task-state.js';
import type { Line } from './line.js';
import { PathSlot } from './path-slot.js';
import { openGate } from './standing.js';

/** What of a kind a summary does not show, and the handle that shows it. */
export interface Omission {
  readonly kind: HandleKind;
  readonly count: number;
  readonly handle: string;
}

export const handleOf = (kind: HandleKind, state: TaskState): string => `${kind}@${state.version}`;

const shownOf = (kind: CountedKind, state: TaskState, lines: readonly Line[]): number => {
  const open = lines.filter((line) => line.row.kind === kind);
  if (kind === 'artifacts')
    return open.flatMap((line) =>
      line.row.slots.filter((slot, index) => slot instanceof PathSlot && slot.isArtifact && line.isShown(index)),
    ).length;
  return open.length + (kind === 'gates' && openGate(state) !== null ? 1 : 0);
};

/** The task's own texts: its title when cut, its goal and each criterion unless shown whole, the labels together. */
const hiddenTexts = (state: TaskState, lines: readonly Line[]): number => {
  const whole = (section: 'task' | 'goal' | 'criteria'): number =>
    lines.filter(({ row }) => row.section === section).flatMap((line) => line.row.slots.filter((_, slot) => line.isWhole(slot))).length;
  const aim = (state.goal === null ? 0 : 1) + state.acceptance_criteria.length;
  const shown = state.clipped === true ? 0 : whole('goal') + whole('criteria');
  return 1 - whole('task') + aim - shown + (state.labels.length > 0 ? 1 : 0);
};

/** Everything these lines leave out. Shown items and what stands here are all that was ever recorded. */
export const omissionsOf = (state: TaskState, lines: readonly Line[]): readonly Omission[] => {
  const counts: [HandleKind, number][] = COUNTED_KINDS.map((kind) => [kind, state.totals[kind].recorded - shownOf(kind, state, lines)]);
  counts.push(['goal', hiddenTexts(state, lines)], ['history', state.version]);
  return counts.filter(([, count]) => count > 0).map(([kind, count]) => ({ kind, count, handle: handleOf(kind, state) }));
};
