/**
 * Work that is done again and again and never twice at once: after a while, at a certain moment, or now. Being asked for while it is under
 * way means once more.
 */
export class Rounds {
  #timer: NodeJS.Timeout | undefined;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #wanted = false;
  #running: Promise<void> | undefined;
  #over = false;
  #wake: () => void = () => undefined;
  #failure = '';

  /** `fail` is told of a round that failed, once per reason for as long as it lasts. */
  constructor(
    private readonly everyMs: number,
    private readonly work: () => Promise<void>,
    private readonly fail: (error: Error) => void,
  ) {}

  /** The next round begins when this has passed, if not before. */
  notLaterThan(inMs: number): void {
    const waitMs = Math.min(Math.max(inMs, 0), this.everyMs);
    const atMs = performance.now() + waitMs;
    if (this.#over || atMs >= this.#dueAtMs) return;
    clearTimeout(this.#timer);
    this.#dueAtMs = atMs;
    this.#timer = setTimeout(() => void this.now(), waitMs);
    this.#timer.unref();
  }

  /** Resolves when nothing is under way any more. Never rejects. */
  now(): Promise<void> {
    this.#wanted = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Within a round; cut short when all is to end. */
  async pause(ms: number): Promise<void> {
    if (this.#over) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async end(): Promise<void> {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#wanted && !this.#over) {
      this.#wanted = false;
      clearTimeout(this.#timer);
      this.#dueAtMs = Number.POSITIVE_INFINITY;
      await this.#round();
      this.notLaterThan(this.everyMs);
    }
  }

  async #round(): Promise<void> {
    try {
      await this.work();
      this.#failure = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.#failure && !this.#over) this.fail(error as Error);
      this.#failure = message;
    }
  }
}
