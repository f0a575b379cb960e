import type { TaskStore } from '@app/handoff';
import type { EventHub } from './event-hub.js';
import { eventFrame, helloFrame, QUIET_FRAME, resetFrame } from './frames.js';

const EVENTS_AT_ONCE = 200;

interface Sources {
  readonly store: Pick<TaskStore, 'events'>;
  readonly hub: EventHub;
  /** How long there may be silence. */
  readonly quietMs: number;
}

/**
 * What happens to all tasks, from a cursor on, or from now. Everybody reads the same log of the present at their own pace;
 * whoever falls behind what is kept of it, or comes from before a restart, is told so by one `reset`, and goes on from there.
 */
export async function* allFrames(
  { store, hub, quietMs }: Sources,
  start: string | null,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  let cursor = start ?? (await store.events(null, 1)).cursor;
  yield helloFrame(cursor);
  while (!signal.aborted) {
    const heard = hub.count;
    const page = await store.events(cursor, EVENTS_AT_ONCE);
    cursor = page.cursor;
    if (page.reset) yield resetFrame(cursor);
    else if (page.events.length > 0) yield page.events.map(eventFrame).join('');
    else if (hub.count === heard && (await hub.wakes.sleep(quietMs, signal)) === 'quiet') yield QUIET_FRAME;
  }
}
