import type { CalledOff } from './called-off.js';

/** Calls one piece of work off, once, for the first reason there is. */
export class CallOff {
  readonly #controller = new AbortController();
  #reason: CalledOff | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get reason(): CalledOff | undefined {
    return this.#reason;
  }

  because(reason: CalledOff): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller.abort(reason);
  }
}
