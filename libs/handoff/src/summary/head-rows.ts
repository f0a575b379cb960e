import { shortGateId } from '../schema/ids.js';
import type { TaskState } from '../schema/task-state.js';
import { changedFiles } from './changed-files.js';
import { SEPARATOR } from './encode-value.js';
import type { Layout } from './layout.js';
import { nextAction } from './next-action.js';
import { PathSlot } from './path-slot.js';
import type { Row, Section } from './row.js';
import { Slot } from './slot.js';
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

const cameFrom = (state: TaskState, layout: Layout): string => {
  const phase = state.previous_phase ?? 'new';
  return `(from ${phase}${layout !== 'roomy' || state.source_agent === null ? '' : `, ${state.source_agent}`})`;
};

const holder = (state: TaskState): string => {
  if (state.claim !== null) return `, claimed by ${state.claim.agent}`;
  return state.target_agent === null ? '' : `, for ${state.target_agent}`;
};

const phaseText = (state: TaskState, layout: Layout): string => {
  const attempts = state.attempts === 0 ? '' : `, attempts ${state.attempts}`;
  return `${state.phase} ${cameFrom(state, layout)}, ${state.status}, v${state.version}${layout === 'roomy' ? holder(state) + attempts : ''}`;
};

const waitsText = (state: TaskState, layout: Layout): string | null => {
  const gate = openGate(state);
  if (gate === null) return state.not_before === null || layout !== 'roomy' ? null : `Waits: until ${state.not_before}`;
  const short = shortGateId(gate.id);
  if (layout === 'bare') return `Waits: ${short} ${gate.kind}`;
  const asked = `Waits: human vote on ${short} (${gate.kind})`;
  const move = state.pending_handoff;
  if (move === null || layout === 'terse') return asked;
  return `${asked}, then ${move.phase}${move.target_agent === null ? '' : ` for ${move.target_agent}`}`;
};

const MOST_FILES = 12;
const FIRST_FILE = 2;
const OLD_FILE = 0.05;

const changedRow = (state: TaskState): Row[] => {
  const files = changedFiles(state, MOST_FILES);
  const latest = files.filter(({ isLatest }) => isLatest).length;
  const worth = (index: number): number => (index === 0 ? FIRST_FILE : Math.min(1, FIRST_FILE / latest) / (1 + index / 2));
  const slots = files.map(({ path, isArtifact, isLatest }, index) => new PathSlot(path, isLatest ? worth(index) : OLD_FILE, isArtifact));
  return slots.length === 0 ? [] : [{ ...row('changed', 'Changed:', slots, false), kind: 'artifacts', separator: ',' }];
};

const unknownRow = (state: TaskState): Row[] => {
  const packet = state.packets.find(({ highest_impact_uncertainty: unknown }) => unknown !== null);
  if (packet === undefined) return [];
  return [row('unknown', 'Unknown:', [new Slot(packet.highest_impact_uncertainty ?? '', 2)], false)];
};

const nextRow = (state: TaskState, layout: Layout): Row => {
  const next = nextAction(state);
  if (next.packet === null) return row('next', `Next: ${next.derived}`, [], true);
  return row('next', layout === 'bare' ? 'Next:' : `Next (${next.packet.id}):`, [new Slot(next.text, 4)], true);
};

// The state file's name has the id too. It is said twice only where it is short.
const SHORT_ID_CHARS = 12;

const taskPrefix = (state: TaskState, layout: Layout): string =>
  layout === 'roomy' || state.task_id.length <= SHORT_ID_CHARS ? `Task ${state.task_id}:` : 'Task:';

/** What every summary begins with, and the single values that are no items. */
export const headRows = (state: TaskState, layout: Layout): readonly Row[] => {
  const waits = waitsText(state, layout);
  return [
    row('task', taskPrefix(state, layout), [new Slot(state.task_title, 2)], true),
    row('phase', phaseText(state, layout), [], true),
    ...(waits === null ? [] : [row('waits', waits, [], true)]),
    ...(state.goal === null ? [] : [row('goal', 'Goal:', [new Slot(state.goal, 0.1)], false)]),
    nextRow(state, layout),
    ...unknownRow(state),
    ...changedRow(state),
  ];
};
