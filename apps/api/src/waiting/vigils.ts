import type { Line } from './line.js';
import type { PresenceBook } from './presence-book.js';
import { Vigil } from './vigil.js';

const STILL_HERE_MS = 15_000;

/** Everybody who waits for an answer or watches a stream: seen for as long as they do, and let go of when the service stops. */
export class Vigils {
  readonly #open = new Set<Vigil>();
  readonly #rounds: NodeJS.Timeout;
  #isStopping = false;

  constructor(presence: PresenceBook) {
    this.#rounds = setInterval(() => {
      for (const { principal } of this.#open) presence.saw(principal);
    }, STILL_HERE_MS).unref();
  }

  /** Lasts until the line is closed, at most. */
  begin({ principal, onClosed }: Line): Vigil {
    const vigil = new Vigil(principal);
    this.#open.add(vigil);
    onClosed(() => {
      this.#open.delete(vigil);
      vigil.close();
    });
    if (this.#isStopping) vigil.letGo();
    return vigil;
  }

  /** Lets everybody go, at once, and whoever still comes. */
  stop(): void {
    this.#isStopping = true;
    clearInterval(this.#rounds);
    for (const vigil of this.#open) vigil.letGo();
  }
}
