/** `fetch` whose answers a test can cut off in the middle, as a network does. */
export class CuttableFetch {
  /** That were answered. */
  connections = 0;
  #present = new AbortController();
  #connected: () => void = () => undefined;

  /** The connection that is open breaks off, wherever it is. */
  cut(): void {
    this.#present.abort(new Error('cut off'));
  }

  /** Cuts, and waits until there is another connection. */
  async reconnect(): Promise<void> {
    const wanted = this.connections + 1;
    this.cut();
    await this.connected(wanted);
  }

  /** Resolves once there have been this many connections. */
  async connected(times = 1): Promise<void> {
    while (this.connections < times)
      await new Promise<void>((connected) => {
        this.#connected = connected;
      });
  }

  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    this.#present = new AbortController();
    const signals = [this.#present.signal, ...(init.signal == null ? [] : [init.signal])];
    const answer = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
    this.connections++;
    this.#connected();
    return answer;
  };
}
