type Wrote = (version: number) => void;

/**
 * One command at a time per task, in the order of arrival. Whoever waits learns which version was written meanwhile;
 * one that `isLost` by that leaves the line at once, so that a crowd of losers does not delay the next winner.
 */
export class Turns {
  readonly #running = new Map<string, Promise<number>>();

  async take<T>(taskId: string, work: (wrote: Wrote) => Promise<T>, isLost: (version: number) => boolean): Promise<T> {
    const key = taskId.toLowerCase();
    for (let present = this.#running.get(key); present !== undefined; present = this.#running.get(key))
      if (isLost(await present)) return work(() => undefined);
    let written = 0;
    let done: Wrote = () => undefined;
    this.#running.set(key, new Promise((resolve) => (done = resolve)));
    try {
      return await work((version) => (written = version));
    } finally {
      this.#running.delete(key);
      done(written);
    }
  }
}
