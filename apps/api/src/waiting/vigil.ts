import type { Principal } from '@app/handoff';

/** One caller who waits, for as long as it makes sense to. */
export class Vigil {
  readonly #ending = new AbortController();
  #isClosed = false;

  constructor(readonly principal: Principal) {}

  /** Aborted as soon as waiting makes no sense any more: nobody is there, or the service stops. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Nobody is there any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  close(): void {
    this.#isClosed = true;
    this.#ending.abort();
  }

  letGo(): void {
    this.#ending.abort();
  }
}
