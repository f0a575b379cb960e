import type { Dispatcher, DueTask } from '@app/handoff';

interface Judged {
  readonly rings: Dispatcher['rings'];
  /** Whether a claim was not heard of within its lease, by the keeper's own time. */
  readonly ranOut: (task: DueTask, claim: NonNullable<DueTask['claim']>) => boolean;
  /** Wall time: what `not_before` is written in. */
  readonly nowMs: number;
}

/** Whom to ring, and when to look again at the latest. */
export interface DueNow {
  readonly tasks: readonly DueTask[];
  /** The soonest `not_before` that lies ahead. */
  readonly nextMs: number | null;
}

/**
 * What is due, as seen in the states and nowhere else: only a claim ends it, never a ring that was taken. Whoever fetches their work is
 * not rung; a claim that is alive, whoever holds it, is left alone.
 */
export function dueNow(tasks: readonly DueTask[], { rings, ranOut, nowMs }: Judged): DueNow {
  const due: DueTask[] = [];
  let nextMs: number | null = null;
  for (const task of tasks) {
    if (!rings(task.target_agent)) continue;
    if (task.claim !== null) {
      if (ranOut(task, task.claim)) due.push(task);
      continue;
    }
    const atMs = task.not_before === null ? nowMs : Date.parse(task.not_before);
    if (atMs <= nowMs) due.push(task);
    else nextMs = Math.min(nextMs ?? atMs, atMs);
  }
  return { tasks: due, nextMs };
}
