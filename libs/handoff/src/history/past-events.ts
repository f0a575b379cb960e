import { eventsOf, type TaskEvent } from '../ports/task-event.js';
import type { TaskStore } from '../ports/task-store.js';
import type { TaskState } from '../schema/task-state.js';
import { type EventPlace, isAfter } from './event-place.js';
import { replay } from './replay.js';

const VERSIONS_AT_ONCE = 100;

/**
 * What happened to a task after this place, up to and with version `to`, oldest first, told again from its records: nothing has to
 * be kept for it, so it can be told for ever. The versions of a fork that came from its source are told as its own.
 */
export async function* pastEvents(
  store: Pick<TaskStore, 'at' | 'records'>,
  taskId: string,
  place: EventPlace,
  to: number,
): AsyncGenerator<readonly TaskEvent[], void, undefined> {
  const first = Math.max(1, Number.isFinite(place.k) ? place.version : place.version + 1);
  let state: TaskState | null = first === 1 || first > to ? null : await store.at(taskId, first - 1);
  for (let from = first; from <= to; from += VERSIONS_AT_ONCE) {
    const events: TaskEvent[] = [];
    for (const record of await store.records(taskId, from, Math.min(to, from + VERSIONS_AT_ONCE - 1))) {
      // A fork begins its task, whatever stood before it elsewhere.
      const before: TaskState | null = record.kind === 'fork' ? null : state;
      state = replay(state, record, record.version);
      events.push(...eventsOf(before, state, record.kind));
    }
    const unseen = events.filter((event) => isAfter(event, place));
    if (unseen.length > 0) yield unseen.map((event) => (event.task_id === taskId ? event : { ...event, task_id: taskId }));
  }
}
