import { type EventPlace, isAfter, type TaskEvent } from '@app/handoff';
import { Wakes } from './wakes.js';

const KEPT = 256;

/** A task that somebody watches, with what happened to it lately: kept once for all who do. */
export class FollowedTask {
  readonly wakes = new Wakes();
  watchers = 0;
  /** How many events there have been since somebody watches. */
  count = 0;
  readonly #events: TaskEvent[] = [];
  /** All events of versions above this one are kept; undefined until it is known from which on. */
  #floor: number | undefined;

  add(event: TaskEvent): void {
    this.count++;
    this.#events.push(event);
    if (this.#events.length > KEPT) this.#floor = Math.max(this.#floor ?? 0, this.#events.shift()?.version ?? 0);
  }

  /** The head was seen at this version after the watching began: whatever is above it came by here. */
  sawHead(version: number): void {
    this.#floor ??= version;
  }

  /** What is still to be seen from there; null when that begins before what is kept. */
  after(place: EventPlace): readonly TaskEvent[] | null {
    if (this.#floor === undefined || place.version < this.#floor) return null;
    if (place.version === this.#floor && Number.isFinite(place.k)) return null;
    return this.#events.filter((event) => isAfter(event, place));
  }
}
