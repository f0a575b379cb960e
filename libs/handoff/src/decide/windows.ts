import { STATE_FILE_BYTES } from '../schema/limits.js';
import type { Rules } from '../schema/rules.js';
import type { TaskState } from '../schema/task-state.js';
import { settlePassed } from './checks.js';
import type { Draft } from './draft.js';
import { requiredProofs, standingFailures } from './must-keep.js';
import { fitPackets } from './packet-window.js';
import { squeeze, squeezeChecks } from './squeeze.js';
import { sendBacks } from './unchanged-work.js';
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
type ListWindow = Exclude<WindowKey, 'packets'>;

const ALL_WINDOWS_BYTES = Object.values(WINDOW_BYTES).reduce<number>((sum, bytes) => sum + bytes, 0);
/** By how much the newest items together may exceed windows that are too small for them. */
const NEWEST_BYTES = 10_000;
/** Below this share of their windows even the newest items move out when they do not fit. */
const TIGHT_SHARE = 0.2;

/** Items that stay whatever the window holds: they count as must-keep, not against it. */
const pinned = (state: TaskState, key: ListWindow, proofs: readonly object[]): readonly object[] => {
  if (key === 'checks') return [...standingFailures(state), ...proofs];
  if (key === 'gates') return state.gates.filter((gate) => gate.status === 'open');
  return key === 'retry_feedback' ? sendBacks(state) : [];
};

/** Who leaves first: what matters least for whoever comes next. A report goes before what the service saw, so that no cleared failure comes back. */
const FIRST_TO_LEAVE: Partial<{ [K in ListWindow]: (item: TaskState[K][number]) => boolean }> = {
  decisions_made: (decision) => decision.superseded_by !== null,
  checks: (check) => check.source === 'reported',
};

const victim = (list: readonly object[], stay: readonly object[], first: ((item: never) => boolean) | undefined): number => {
  const free = (item: object) => !stay.includes(item);
  const preferred = list.findLastIndex((item) => free(item) && first?.(item as never) === true);
  return preferred >= 0 ? preferred : list.findLastIndex(free);
};

const shrink = (draft: Draft, key: ListWindow, budget: number, least: number, proofs: readonly object[]): void => {
  const all = weighAll(draft.state[key]);
  // Nearly always there is room, whatever has to stay.
  if (all <= budget) return;
  const stay = pinned(draft.state, key, proofs);
  let bytes = all - weighAll(stay);
  while (bytes > budget && draft.state[key].length > least) {
    const index = victim(draft.state[key], stay, FIRST_TO_LEAVE[key]);
    const item = draft.state[key][index];
    if (item === undefined) return;
    bytes -= weigh(item);
    draft.remove(key, index);
  }
};

/** What the service saw of required checks is pinned while that leaves the windows as much again. */
const pinnedProofs = (draft: Draft, rules: Rules, free: number): readonly object[] => {
  if (weighAll(requiredProofs(draft.state, rules)) > free / 2) squeezeChecks(draft);
  const proofs = requiredProofs(draft.state, rules);
  return weighAll(proofs) <= free / 2 ? proofs : [];
};

/** Moves out what the state has no room for, so that its file stays within its promise. Nothing is lost: the history has it, under the same id. */
export const moveOut = (draft: Draft, rules: Rules): void => {
  const free = Math.max(0, STATE_FILE_BYTES - squeeze(draft));
  const proofs = pinnedProofs(draft, rules, free);
  const room = free - weighAll(proofs);
  const isTight = room - NEWEST_BYTES < TIGHT_SHARE * ALL_WINDOWS_BYTES;
  const share = Math.min(1, (isTight ? room : room - NEWEST_BYTES) / ALL_WINDOWS_BYTES);
  for (const key of Object.keys(WINDOW_BYTES) as WindowKey[]) {
    const budget = Math.floor(WINDOW_BYTES[key] * share);
    if (key === 'packets') fitPackets(draft, budget, isTight ? 0 : 1);
    else shrink(draft, key, budget, isTight ? 0 : 1, proofs);
  }
  settlePassed(draft);
};
