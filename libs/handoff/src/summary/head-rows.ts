import type { TaskState } from '../schema/task-state.js';
import { changedFiles } from './changed-files.js';
import { encodePath, SEPARATOR } from './encode-value.js';
import { nextAction } from './next-action.js';
import type { Row, Section, Slot } from './row.js';
import { slotOf } from './slot-of.js';
import { openGate } from './standing.js';

const row = (section: Section, prefix: string, slots: readonly Slot[], must: boolean): Row => ({
  section,
  kind: null,
  prefix,
  slots,
  separator: SEPARATOR,
  must,
  below: null,
});

/** Without names of agents and other things one can do without when there is hardly any room. */
export type Terse = boolean;

const cameFrom = (state: TaskState, terse: Terse): string => {
  const phase = state.previous_phase ?? 'new';
  return `(from ${phase}${terse || state.source_agent === null ? '' : `, ${state.source_agent}`})`;
};

const holder = (state: TaskState): string => {
  if (state.claim !== null) return `, claimed by ${state.claim.agent}`;
  return state.target_agent === null ? '' : `, for ${state.target_agent}`;
};

const phaseText = (state: TaskState, terse: Terse): string => {
  const attempts = state.attempts === 0 || terse ? '' : `, attempts ${state.attempts}`;
  return `${state.phase} ${cameFrom(state, terse)}, ${state.status}, v${state.version}${terse ? '' : holder(state)}${attempts}`;
};

const waitsText = (state: TaskState, terse: Terse): string | null => {
  const gate = openGate(state);
  if (gate === null) return state.not_before === null || terse ? null : `Waits: until ${state.not_before}`;
  const asked = `Waits: human vote on ${gate.id.slice(gate.id.lastIndexOf('.') + 1)} (${gate.kind})`;
  const move = state.pending_handoff;
  if (move === null || terse) return asked;
  return `${asked}, then ${move.phase}${move.target_agent === null ? '' : ` for ${move.target_agent}`}`;
};

const MOST_FILES = 12;

const changedRow = (state: TaskState): Row[] => {
  const files = changedFiles(state, MOST_FILES);
  const slots = files.map((path, index) => ({
    passages: [{ text: encodePath(path), sentence: 0, glued: false, share: 1 }],
    worth: 1 / (1 + index / 2),
  }));
  return slots.length === 0 ? [] : [{ ...row('changed', 'Changed:', slots, false), separator: ',' }];
};

const unknownRow = (state: TaskState): Row[] => {
  const packet = state.packets.find(({ highest_impact_uncertainty: unknown }) => unknown !== null);
  if (packet === undefined) return [];
  return [row('unknown', `Unknown (${packet.id}):`, [slotOf(packet.highest_impact_uncertainty ?? '', 1)], false)];
};

const nextRow = (state: TaskState): Row => {
  const next = nextAction(state);
  if (next.packet === null) return row('next', `Next: ${next.derived}`, [], true);
  return row('next', `Next (${next.packet.id}):`, [slotOf(next.text, 1.6)], true);
};

/** What every summary begins with, and the single values that are no items. */
export const headRows = (state: TaskState, terse: Terse): readonly Row[] => {
  const waits = waitsText(state, terse);
  return [
    row('task', terse ? 'Task:' : `Task ${state.task_id}:`, [slotOf(state.task_title, 1)], true),
    row('phase', phaseText(state, terse), [], true),
    ...(waits === null ? [] : [row('waits', waits, [], true)]),
    ...(state.goal === null ? [] : [row('goal', 'Goal:', [slotOf(state.goal, 0.4)], false)]),
    nextRow(state),
    ...unknownRow(state),
    ...changedRow(state),
  ];
};
