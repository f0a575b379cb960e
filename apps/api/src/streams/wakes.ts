/** Why a sleep was over. */
export type Woken = 'rung' | 'quiet' | 'over';

/** Those who sleep until something happens. Whoever rings wakes all of them; who was not asleep hears nothing. */
export class Wakes {
  readonly #sleepers = new Set<(why: Woken) => void>();

  ring(): void {
    for (const wake of [...this.#sleepers]) wake('rung');
  }

  /** Until the next ring, the end of the signal, or this long. */
  sleep(ms: number, signal: AbortSignal): Promise<Woken> {
    if (signal.aborted) return Promise.resolve('over');
    return new Promise((resolve) => {
      const wake = (why: Woken): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', over);
        this.#sleepers.delete(wake);
        resolve(why);
      };
      const over = (): void => wake('over');
      const timer = setTimeout(() => wake('quiet'), ms);
      signal.addEventListener('abort', over, { once: true });
      this.#sleepers.add(wake);
    });
  }
}
