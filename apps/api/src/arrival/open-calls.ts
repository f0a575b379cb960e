import type { Credential } from '../tokens/credential.js';

/** Well within the five seconds in which a stream must end after its token. */
const LOOK_EVERY_MS = 1_000;

interface Closable {
  readonly destroyed: boolean;
  destroy(): void;
}

/** Calls that stay open: none outlives the token it came with. */
export class OpenCalls {
  readonly #calls = new Map<Closable, Credential>();
  #timer: NodeJS.Timeout | undefined;

  add(call: Closable, credential: Credential): void {
    this.#calls.set(call, credential);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  remove(call: Closable): void {
    this.#calls.delete(call);
    if (this.#calls.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    for (const [call, credential] of this.#calls) if (!credential.isInForce()) call.destroy();
  }
}
