import { shortGateId } from '../schema/ids.js';
import type { TaskState } from '../schema/task-state.js';
import type { Layout } from './layout.js';
import { nextAction } from './next-action.js';
import type { Row } from './row.js';
import { singleRow } from './single-row.js';
import { Slot } from './slot.js';
import { openGate } from './standing.js';

const phaseText = (state: TaskState): string =>
  `${state.phase} (from ${state.previous_phase ?? 'new'}), ${state.status}, v${state.version}`;

const MINUTES_CHARS = 'yyyy-mm-ddThh:mm'.length;

const waitsText = (state: TaskState, layout: Layout): string | null => {
  const gate = openGate(state);
  if (gate === null)
    return state.not_before === null || layout !== 'roomy' ? null : `Waits: until ${state.not_before.slice(0, MINUTES_CHARS)}Z`;
  const short = shortGateId(gate.id);
  if (layout === 'bare') return `Waits: ${short} ${gate.kind}`;
  const asked = `Waits: human vote on ${short} (${gate.kind})`;
  const move = state.pending_handoff;
  return move === null || layout === 'terse' ? asked : `${asked}, then ${move.phase}`;
};

/** What telling whose turn it is is worth: whoever reads this mostly knows. */
const HOLDER = 0.03;

/** Whose turn it is, who left it there, how often it was tried: good to know where there is room. */
const forRow = (state: TaskState): Row[] => {
  const agent = state.claim?.agent ?? state.target_agent;
  if (agent === null) return [];
  const values = [
    state.claim === null ? agent : `${agent} (claimed)`,
    ...(state.source_agent === null ? [] : [`from ${state.source_agent}`]),
    ...(state.attempts === 0 ? [] : [`attempts ${state.attempts}`]),
  ];
  return [
    {
      ...singleRow(
        'for',
        'For:',
        values.map((value) => new Slot(value, HOLDER)),
        false,
      ),
      separator: ',',
    },
  ];
};

const nextRow = (state: TaskState, layout: Layout): Row => {
  const next = nextAction(state);
  if (next.packet === null) return singleRow('next', `Next: ${next.derived}`, [], true);
  const slots = [new Slot(next.text, 4)];
  return { ...singleRow('next', layout === 'bare' ? 'Next:' : `Next (${next.packet.id}):`, slots, true), wholePrefix: 'Next:' };
};

// The state file's name has the id too. It is said twice only where it is short.
const SHORT_ID_CHARS = 12;

const taskPrefix = (state: TaskState, layout: Layout): string =>
  layout === 'roomy' || state.task_id.length <= SHORT_ID_CHARS ? `Task ${state.task_id}:` : 'Task:';

const GOAL = 0.1;
const CRITERION = 0.02;

/** What the work is for, and when it is done. */
const aimRows = ({ goal, acceptance_criteria: criteria }: TaskState): Row[] => [
  ...(goal === null ? [] : [singleRow('goal', 'Goal:', [new Slot(goal, GOAL)], false)]),
  ...(criteria.length === 0
    ? []
    : [
        singleRow(
          'criteria',
          'Criteria:',
          criteria.map((criterion) => new Slot(criterion, CRITERION)),
          false,
        ),
      ]),
];

/** What every summary begins with. */
export const headRows = (state: TaskState, layout: Layout): readonly Row[] => {
  const waits = waitsText(state, layout);
  return [
    singleRow('task', taskPrefix(state, layout), [new Slot(state.task_title, 2)], true),
    singleRow('phase', phaseText(state), [], true),
    ...(layout === 'bare' ? [] : forRow(state)),
    ...(waits === null ? [] : [singleRow('waits', waits, [], true)]),
    ...aimRows(state),
    nextRow(state, layout),
  ];
};
