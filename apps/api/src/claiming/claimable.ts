import type { DueTask } from '@app/handoff';

export interface Times {
  /** By the wall: back-off is a moment people can read. */
  nowMs(): number;
  /** By the monotonic clock: how long until whoever works on it counts as gone; negative once they do. */
  leaseLeftMs(task: DueTask): number;
}

export interface Claimable {
  /** Whoever waits longest first. */
  readonly ready: readonly DueTask[];
  /** When another one will be, if nobody writes anything; null when none will. */
  readonly nextInMs: number | null;
}

/** How long until anybody may take it; negative or zero now. */
const waitMs = (task: DueTask, { nowMs, leaseLeftMs }: Times): number => {
  // A lease is over when it is exceeded, not when it is reached.
  if (task.status === 'in_progress') return leaseLeftMs(task) + 1;
  return task.not_before === null ? 0 : Date.parse(task.not_before) - nowMs();
};

const byWaiting = (a: DueTask, b: DueTask): number => (a.since === b.since ? 0 : a.since < b.since ? -1 : 1);

/** Which of these tasks may be taken now. */
export const claimable = (due: readonly DueTask[], times: Times): Claimable => {
  const waits = due.map((task) => ({ task, ms: waitMs(task, times) }));
  const later = waits.filter(({ ms }) => ms > 0).map(({ ms }) => ms);
  return {
    ready: waits.flatMap(({ task, ms }) => (ms > 0 ? [] : [task])).sort(byWaiting),
    nextInMs: later.length === 0 ? null : later.reduce((least, ms) => Math.min(least, ms)),
  };
};
