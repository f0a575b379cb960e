import { clip } from '../decide/clip.js';
import type { Action, ActionName, Next } from './next.js';

type Count = (text: string) => number;

const DETAIL_CHARS = [120, 60, 30] as const;
/** So many reasons are named of an action where there is no room for all. */
const MOST_REASONS = 3;

const shortReasons = (action: Action, most: number, chars: number): Action => {
  const { blocked_by: all } = action;
  if (all === undefined) return action;
  const shown = all.slice(0, most).map(({ code, detail }) => ({ code, detail: clip(detail, chars, chars) }));
  const last = shown.at(-1);
  if (all.length > most && last !== undefined) shown[most - 1] = { ...last, detail: `${last.detail} (and ${all.length - most} more)` };
  return { ...action, blocked_by: shown };
};

const withLast = (next: Next, kept: readonly Action[]): Next => {
  const also = [...new Set<ActionName>(next.actions.slice(kept.length).map((action) => action.do))].filter(
    (name) => !kept.some((action) => action.do === name),
  );
  return { ...next, actions: kept, ...(also.length > 0 ? { also } : {}) };
};

/** The same in few tokens: the likeliest actions in full, the others by name, reasons cut before actions are. */
export const boundedNext = (next: Next, maxTokens: number, count: Count): Next => {
  const fits = (candidate: Next) => count(JSON.stringify(candidate)) <= maxTokens;
  if (next.actions.some(({ blocked_by = [] }) => blocked_by.length > MOST_REASONS) && fits(next)) return next;
  for (let kept = next.actions.length; kept > 1; kept--) {
    const shorter = withLast(
      next,
      next.actions.slice(0, kept).map((action) => shortReasons(action, MOST_REASONS, DETAIL_CHARS[0])),
    );
    if (fits(shorter)) return shorter;
  }
  for (const chars of DETAIL_CHARS) {
    const one = withLast(
      next,
      next.actions.slice(0, 1).map((action) => shortReasons(action, 1, chars)),
    );
    if (fits(one)) return one;
  }
  return withLast(next, []);
};
