/**
 * One command at a time per task, in the order of arrival. Whoever waits learns what was written meanwhile;
 * one that `isLost` by that leaves the line at once, so that a crowd of losers does not delay the next winner.
 */
export class Turns<Written> {
  readonly #running = new Map<string, Promise<Written | null>>();

  async take<T>(
    taskId: string,
    work: (wrote: (written: Written) => void, lostTo: Written | null) => Promise<T>,
    isLost: (written: Written) => boolean,
  ): Promise<T> {
    const key = taskId.toLowerCase();
    for (let present = this.#running.get(key); present !== undefined; present = this.#running.get(key)) {
      const other = await present;
      if (other !== null && isLost(other)) return work(() => undefined, other);
    }
    let written: Written | null = null;
    let done: (written: Written | null) => void = () => undefined;
    this.#running.set(key, new Promise((resolve) => (done = resolve)));
    try {
      return await work((one) => (written = one), null);
    } finally {
      this.#running.delete(key);
      done(written);
    }
  }
}
