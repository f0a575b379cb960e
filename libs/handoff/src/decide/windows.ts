import { STATE_FILE_BYTES } from '../schema/limits.js';
import type { TaskState } from '../schema/task-state.js';
import { isFailing } from './checks.js';
import { utf8Bytes } from './clip.js';
import type { Draft } from './draft.js';
import { fitPackets } from './packet-window.js';
import { weigh, weighAll } from './weigh.js';

/** What each window may hold in an ordinary task. Where open issues or a long goal need the room, all shrink alike. */
const WINDOW_BYTES = {
  decisions_made: 20_000,
  packets: 22_000,
  artifacts: 10_000,
  warnings: 3_000,
  retry_feedback: 5_000,
  checks: 4_000,
  gates: 3_000,
} as const;
type WindowKey = keyof typeof WINDOW_BYTES;

const ALL_WINDOWS_BYTES = Object.values(WINDOW_BYTES).reduce<number>((sum, bytes) => sum + bytes, 0);
/** Scalars, totals, claim, the store's own key, the summary, and the newest item of each window, which stays whatever it weighs. */
const FRAME_BYTES = 18_000;

const textBytes = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + utf8Bytes(JSON.stringify(text)) + 6, 0);

const failing = (state: TaskState): readonly object[] => {
  const names = new Set(state.quality_gates_failed);
  return names.size === 0 ? [] : state.checks.filter((check) => names.has(check.name));
};

const fixedBytes = (state: TaskState): number =>
  FRAME_BYTES +
  textBytes([state.task_title, state.goal ?? '', ...state.acceptance_criteria, ...state.labels]) +
  textBytes([...state.quality_gates_failed, ...state.quality_gates_passed]) +
  weighAll(state.blocking_issues) +
  weighAll(failing(state));

/** Who leaves first: what matters least for whoever comes next. */
const victim = (state: TaskState, key: Exclude<WindowKey, 'packets'>): number => {
  if (key === 'decisions_made') {
    const superseded = state.decisions_made.findLastIndex((decision) => decision.superseded_by !== null);
    return superseded >= 0 ? superseded : state.decisions_made.length - 1;
  }
  if (key === 'checks') return state.checks.findLastIndex((check) => !isFailing(state, check.name));
  if (key === 'gates') return state.gates.findLastIndex((gate) => gate.status !== 'open');
  return state[key].length - 1;
};

const load = (state: TaskState, key: WindowKey): number => weighAll(state[key]) - (key === 'checks' ? weighAll(failing(state)) : 0);

const shrink = (draft: Draft, key: Exclude<WindowKey, 'packets'>, budget: number): void => {
  let bytes = load(draft.state, key);
  while (bytes > budget && draft.state[key].length > 1) {
    const index = victim(draft.state, key);
    const item = draft.state[key][index];
    if (item === undefined) return;
    bytes -= weigh(item);
    draft.remove(key, index);
  }
};

/** Moves out what the state has no room for, so that its file stays within its promise. Nothing is lost: the history has it, under the same id. */
export const moveOut = (draft: Draft): void => {
  const free = STATE_FILE_BYTES - fixedBytes(draft.state);
  const share = Math.min(1, Math.max(0, free) / ALL_WINDOWS_BYTES);
  for (const key of Object.keys(WINDOW_BYTES) as WindowKey[]) {
    const budget = Math.floor(WINDOW_BYTES[key] * share);
    if (load(draft.state, key) <= budget) continue;
    if (key === 'packets') fitPackets(draft, budget);
    else shrink(draft, key, budget);
  }
};
