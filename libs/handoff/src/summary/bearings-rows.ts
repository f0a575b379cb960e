import type { TaskState } from '../schema/task-state.js';
import { changedFiles } from './changed-files.js';
import { PathSlot } from './path-slot.js';
import type { Row } from './row.js';
import { singleRow } from './single-row.js';
import { Slot } from './slot.js';
import { currentFeedback, issuesByUrgency } from './standing.js';

const MOST_FILES = 12;
const FIRST_FILE = 2;
const OLD_FILE = 0.15;
const OLD_FILE_FADE = 0.5;
const NAMED_FILE = 1.5;

/** What says which of the files the work is about now. */
const pressingTexts = (state: TaskState): readonly string[] => [
  state.packets[0]?.next_agent_should_first ?? '',
  ...issuesByUrgency(state)
    .slice(0, 3)
    .flatMap(({ issue, suggested_action }) => [issue, suggested_action ?? '']),
  currentFeedback(state)[0]?.feedback ?? '',
];

const changedRow = (state: TaskState): Row[] => {
  const files = changedFiles(state, MOST_FILES, pressingTexts(state));
  const latest = files.filter(({ isLatest }) => isLatest).length;
  const worth = (index: number): number => (index === 0 ? FIRST_FILE : Math.min(1, FIRST_FILE / latest) / (1 + index / 2));
  const oldWorth = (index: number): number => OLD_FILE / (1 + OLD_FILE_FADE * index);
  const slots = files.map(
    ({ path, isArtifact, isLatest, isNamed }, index) =>
      new PathSlot(path, isLatest ? worth(index) * (isNamed && index > 0 ? NAMED_FILE : 1) : oldWorth(index - latest), isArtifact),
  );
  return slots.length === 0 ? [] : [{ ...singleRow('changed', 'Changed:', slots, false), kind: 'artifacts', separator: ',' }];
};

const unknownRow = (state: TaskState): Row[] => {
  const packet = state.packets.find(({ highest_impact_uncertainty: unknown }) => unknown !== null);
  if (packet === undefined) return [];
  return [singleRow('unknown', 'Unknown:', [new Slot(packet.highest_impact_uncertainty ?? '', 2)], false)];
};

const ATTEMPTED = 0.02;

/** What was attempted before that is no news. */
const attemptedRow = ({ packets: [newest] }: TaskState): Row[] => {
  const attempted = newest?.attempted ?? null;
  return attempted === null ? [] : [singleRow('attempted', 'Attempted:', [new Slot(attempted, ATTEMPTED)], false)];
};

/** Where the work stands, in the files and else, and what nobody knows about it. */
export const bearingsRows = (state: TaskState): readonly Row[] => [...unknownRow(state), ...attemptedRow(state), ...changedRow(state)];
