import { afterVersion, type EventPlace, placeOf, showEventPlace, type TaskEvent, type TaskReader } from '@app/handoff';
import type { EventHub } from './event-hub.js';
import { eventFrame, helloFrame, QUIET_FRAME } from './frames.js';

interface Sources {
  readonly reader: Pick<TaskReader, 'events' | 'state'>;
  readonly hub: EventHub;
  /** How long there may be silence. */
  readonly quietMs: number;
}

/**
 * What happens to one task, from a place on: first from its history, then as it happens. Whoever reads too slowly for what is kept
 * of the present is told from the history again, so nothing piles up for anybody and nothing is left out.
 */
export async function* taskFrames(
  { reader, hub, quietMs }: Sources,
  taskId: string,
  start: EventPlace,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const followed = hub.follow(taskId);
  try {
    // What is written from here on comes by the hub.
    followed.sawHead((await reader.state(taskId)).version);
    yield helloFrame(showEventPlace(start));
    let place = start;
    while (!signal.aborted) {
      const live = followed.after(place);
      if (live === null) {
        const past = reader.events(taskId, place);
        let step = await past.next();
        for (; !step.done && !signal.aborted; step = await past.next()) yield framesOf(step.value);
        if (step.done) place = afterVersion(step.value);
      } else if (live.length > 0) {
        place = placeOf(live.at(-1) as TaskEvent);
        yield framesOf(live);
      } else if ((await followed.wakes.sleep(quietMs, signal)) === 'quiet') yield QUIET_FRAME;
    }
  } finally {
    hub.letGo(taskId);
  }
}

const framesOf = (events: readonly TaskEvent[]): string => events.map(eventFrame).join('');
