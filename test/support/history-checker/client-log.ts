import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { ClientEvent } from './client-event.js';

// Left out of each kind of event, not of what all have in common.
type Untimed<E> = E extends ClientEvent ? Omit<E, 'at'> : never;

/** One client's events, a line each. What was said stays said when the client dies; outside the service, whatever becomes of that. */
export class ClientLog {
  readonly #fd: number;

  constructor(file: string) {
    this.#fd = openSync(file, 'wx');
  }

  write(event: Untimed<ClientEvent>): void {
    writeSync(this.#fd, `${JSON.stringify({ ...event, at: Number(process.hrtime.bigint()) })}\n`);
  }

  close(): void {
    fsyncSync(this.#fd);
    closeSync(this.#fd);
  }
}
