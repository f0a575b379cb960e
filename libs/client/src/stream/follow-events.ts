import { ApiError } from '../api.error.js';
import { backOffMs } from '../sending/back-off.js';
import { pause } from '../sending/pause.js';
import type { ServerEvent } from './event-parser.js';
import { type Connecting, readEvents } from './read-events.js';
import type { EventOptions, StreamItem } from './stream-item.js';

/** Follows a stream over any number of connections, each from where the last one broke off. Ends when it is aborted or refused. */
export async function* followEvents(connecting: Connecting, { after, signal }: EventOptions): AsyncGenerator<StreamItem, void, undefined> {
  let lastId = after;
  let failures = 0;
  while (!signal?.aborted) {
    const resume: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': lastId };
    const onPlace = (id: string): void => {
      lastId = id;
    };
    const events = readEvents({ ...connecting, headers: { ...connecting.headers, ...resume }, signal, onPlace });
    let waitMs: number | undefined;
    try {
      while (waitMs === undefined) {
        const step = await events
          .next()
          .catch((failure: unknown) => ({ done: true as const, value: waitAfter(failure, failures, signal) }));
        if (step.done) waitMs = step.value ?? backOffMs(failures, null);
        else {
          failures = 0;
          if (step.value.id !== '') lastId = step.value.id;
          yield itemOf(step.value);
        }
      }
    } finally {
      // Whoever listens may have heard enough in the middle of a connection.
      await events.return(null);
    }
    failures += 1;
    await pause(waitMs, signal).catch(() => undefined);
  }
}

/** A connection that broke is made again; one that was refused only if that may pass. */
function waitAfter(failure: unknown, failures: number, signal: AbortSignal | undefined): number {
  if (signal?.aborted) return 0;
  if (!(failure instanceof ApiError)) return backOffMs(failures, null);
  if (!failure.retryable) throw failure;
  return backOffMs(failures, failure.retryAfterS);
}

/** What the service writes, taken as what the service says it is; a `reset` tells nothing but that. */
function itemOf({ id, event, data }: ServerEvent): StreamItem {
  if (event === 'reset') return { name: 'reset', id };
  return { ...(JSON.parse(data) as object), name: event, id } as StreamItem;
}
