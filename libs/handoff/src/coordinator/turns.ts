/**
 * One command at a time per task. Whoever waits is woken when the present one is done, in the order of arrival;
 * a waiter that `givesUp` then (its version has gone by) leaves without a turn, so that a crowd of losers does not delay the next winner.
 */
export class Turns {
  readonly #running = new Map<string, Promise<void>>();

  async take<T>(taskId: string, work: () => Promise<T>, givesUp: () => boolean): Promise<T> {
    const key = taskId.toLowerCase();
    for (let present = this.#running.get(key); present !== undefined; present = this.#running.get(key)) {
      await present;
      if (givesUp()) return work();
    }
    let done = (): void => undefined;
    this.#running.set(key, new Promise((resolve) => (done = resolve)));
    try {
      return await work();
    } finally {
      this.#running.delete(key);
      done();
    }
  }
}
