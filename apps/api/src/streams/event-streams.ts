import { Readable } from 'node:stream';
import { afterVersion, type EventPlace, HandoffError, readEventPlace, type TaskReader, type TaskStore } from '@app/handoff';
import type { Vigil } from '../waiting/vigil.js';
import { allFrames } from './all-frames.js';
import type { EventHub } from './event-hub.js';
import { taskFrames } from './task-frames.js';
import { unread } from './unread.js';

const QUIET_MS = 15_000;
const PATIENCE_MS = 60_000;

/** Streams of what happens, as bodies: they end with the vigil, and break off for readers that do not read. */
export class EventStreams {
  constructor(
    private readonly store: Pick<TaskStore, 'events'>,
    private readonly reader: TaskReader,
    private readonly hub: EventHub,
  ) {}

  /** Without a last id: from now on. Throws `version_not_found` for one that the task has not come to. */
  async ofTask(taskId: string, lastId: string | undefined, { signal }: Vigil): Promise<Readable> {
    const { version } = await this.reader.state(taskId);
    const place = lastId === undefined ? afterVersion(version) : placeNamed(lastId, taskId, version);
    return bodyOf(taskFrames({ reader: this.reader, hub: this.hub, quietMs: QUIET_MS }, taskId, place, signal));
  }

  /** Without a last id: from now on. */
  ofAll(lastId: string | undefined, { signal }: Vigil): Readable {
    return bodyOf(allFrames({ store: this.store, hub: this.hub, quietMs: QUIET_MS }, lastId ?? null, signal));
  }
}

const placeNamed = (lastId: string, taskId: string, version: number): EventPlace => {
  const place = readEventPlace(lastId);
  if (place === null)
    throw new HandoffError('invalid_request', 'Last-Event-ID must be an id of this stream, such as 17.2, or a version.', {
      errors: [{ path: 'Last-Event-ID', message: 'must be <version>.<k> or <version>' }],
    });
  if (place.version <= version) return place;
  throw new HandoffError('version_not_found', `${taskId} has versions 1 to ${version}.`, { current_version: version });
};

/** Nothing is made before it is asked for, so a slow reader slows down nobody but itself. */
const bodyOf = (frames: AsyncIterable<string>): Readable => {
  const body: Readable = Readable.from(unread(frames, PATIENCE_MS, () => body.destroy()));
  return body;
};
