/** What somebody waits for, and how a task is tried for them. */
export interface Seeker<T> {
  /** For which agents. */
  readonly agents: ReadonlySet<string>;
  /** Who it is, down to the instance; null when every call is somebody new. */
  readonly who: string | null;
  /** Takes the task for them. `lost`: somebody was faster; `never`: it is not to be had by anybody. Throws when looking further makes no sense. */
  take(taskId: string): Promise<T | 'lost' | 'never'>;
}

/** A place in the waiting room. */
export class Seat<T> {
  readonly outcome: Promise<T | null>;
  /** A task is being tried for this one. */
  busy = false;
  /** May not wait any longer than until everything that is there has been offered. */
  over: boolean;
  /** Nobody is there any more: nothing may be taken for this one. */
  gone = false;
  /** How many tasks others were faster for. */
  lost = 0;
  #settle!: { resolve: (result: T | null) => void; reject: (error: unknown) => void };
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly seeker: Seeker<T>,
    waitMs: number,
    onOver: () => void,
  ) {
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.over = waitMs <= 0;
    if (this.over) return;
    this.#timer = setTimeout(() => {
      this.over = true;
      onOver();
    }, waitMs);
  }

  leave(result: T | null): void {
    clearTimeout(this.#timer);
    this.#settle.resolve(result);
  }

  fail(error: unknown): void {
    clearTimeout(this.#timer);
    this.#settle.reject(error);
  }
}
