import type { LoggedEvent, TaskEvent } from '../../ports/task-event.js';

const KEPT = 8_192;

export interface EventPage {
  readonly events: readonly LoggedEvent[];
  readonly cursor: string;
  readonly reset: boolean;
}

/** The newest events in the order they were written. A cursor is `<generation>.<n>`: n events of this generation were seen. */
export class EventRing {
  private readonly kept: TaskEvent[] = [];
  private count = 0;

  constructor(
    private readonly generation: number,
    private readonly capacity = KEPT,
  ) {}

  add(event: TaskEvent): void {
    this.kept[this.count % this.capacity] = event;
    this.count++;
  }

  /** Without a cursor: from now on. With one that cannot be followed, `reset`: something may have been missed. */
  after(cursor: string | null, limit: number): EventPage {
    const seen = cursor === null ? this.count : this.seenBy(cursor);
    if (seen === null) return { events: [], cursor: this.cursorAt(this.count), reset: true };
    const end = Math.min(seen + limit, this.count);
    const events = Array.from({ length: end - seen }, (_, i) => this.logged(seen + i));
    return { events, cursor: this.cursorAt(end), reset: false };
  }

  private logged(n: number): LoggedEvent {
    return { ...(this.kept[n % this.capacity] as TaskEvent), cursor: this.cursorAt(n + 1) };
  }

  private seenBy(cursor: string): number | null {
    const [, generation, n] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
    const seen = Number(n);
    if (generation === undefined || Number(generation) !== this.generation) return null;
    return seen > this.count || seen < this.count - this.capacity ? null : seen;
  }

  private cursorAt(n: number): string {
    return `${this.generation}.${n}`;
  }
}
