import { STATE_FILE_BYTES } from '../schema/limits.js';
import type { Operation } from '../schema/operation.js';
import type { TaskState } from '../schema/task-state.js';
import { clip } from './clip.js';
import type { Draft } from './draft.js';
import { mustKeepBytes } from './must-keep.js';

const LEAST_TEXT_BYTES = 20;

/**
 * How long a text of an open issue or of a check may be, in steps that are taken only when all of them together need too much room,
 * and how much that is: at first they give way to what else a successor should know, in the end only to the promise of the file.
 */
const STEPS = [
  { textBytes: 600, mostBytes: STATE_FILE_BYTES - 45_000 },
  { textBytes: 300, mostBytes: STATE_FILE_BYTES - 45_000 },
  { textBytes: 150, mostBytes: STATE_FILE_BYTES - 30_000 },
  { textBytes: 60, mostBytes: STATE_FILE_BYTES - 15_000 },
  { textBytes: LEAST_TEXT_BYTES, mostBytes: STATE_FILE_BYTES - 3_000 },
] as const;

interface Slot {
  readonly item: string;
  readonly field: string;
  readonly text: string | null;
}

const slots = ({ blocking_issues, checks }: TaskState): Slot[] => [
  ...blocking_issues.flatMap(({ issue, suggested_action }, k) => [
    { item: `/blocking_issues/${k}`, field: 'issue', text: issue },
    { item: `/blocking_issues/${k}`, field: 'suggested_action', text: suggested_action },
  ]),
  ...checks.map(({ detail }, k) => ({ item: `/checks/${k}`, field: 'detail', text: detail })),
];

const shorter = ({ item, field, text }: Slot, bytes: number): Operation[] => {
  const short = text === null ? null : clip(text, undefined, bytes);
  if (short === text) return [];
  return [
    { op: 'replace', path: `${item}/${field}`, value: short },
    { op: 'add', path: `${item}/clipped`, value: true },
  ];
};

const shorten = (draft: Draft, all: readonly Slot[], bytes: number): void => {
  for (const slot of all) for (const operation of shorter(slot, bytes)) draft.change(operation);
};

/**
 * All open issues and failing checks stay in the state, however many and however long: where they do not all fit,
 * each says less. Their whole texts stand in the records that brought them. Gives what must be kept then, in bytes.
 */
export const squeeze = (draft: Draft): number => {
  let kept = mustKeepBytes(draft.state);
  for (const { textBytes, mostBytes } of STEPS) {
    if (kept <= mostBytes) return kept;
    shorten(draft, slots(draft.state), textBytes);
    kept = mustKeepBytes(draft.state);
  }
  return kept;
};

/** The same for what the service saw of checks: that one passed matters more than what it printed. */
export const squeezeChecks = (draft: Draft): void => shorten(draft, slots({ ...draft.state, blocking_issues: [] }), LEAST_TEXT_BYTES);
