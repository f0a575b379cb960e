import type { Logger } from '@app/platform';
import type { Consumer } from './consumer.js';

export interface WatchOptions {
  readonly agent: string;
  readonly open: () => Promise<Consumer>;
  readonly logger: Logger;
  readonly everyMs: number;
}

/** So often in a row must rings have waited while nothing was taken. One look alone may have come just before the ring was. */
const SILENT_LOOKS = 3;

/**
 * A consumer that is replaced when it has gone silent: rings wait, it has nothing to do, and takes none. That has happened to consumers
 * whose connection was lost and came back, and nothing else would show it. A server that does not answer is no sign of it.
 */
export class WatchedConsumer {
  readonly #timer: NodeJS.Timeout;
  #takenThen = -1;
  #silentLooks = 0;
  #looking: Promise<void> | undefined;
  #closed = false;

  private constructor(
    private consumer: Consumer,
    private readonly options: WatchOptions,
  ) {
    this.#timer = setInterval(() => {
      // One look at a time: a server that is away answers none of them.
      this.#looking ??= this.#look()
        .catch((error: Error) => options.logger.warn(`The consumer of ${options.agent} could not be replaced: ${error.message}`))
        .finally(() => {
          this.#looking = undefined;
        });
    }, options.everyMs);
  }

  static async open(options: WatchOptions): Promise<WatchedConsumer> {
    return new WatchedConsumer(await options.open(), options);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.consumer.close();
  }

  async #look(): Promise<void> {
    const { consumer } = this;
    const waiting = await consumer.waiting().catch(() => 0);
    const silent = waiting > 0 && consumer.busy === 0 && consumer.taken === this.#takenThen;
    this.#silentLooks = silent ? this.#silentLooks + 1 : 0;
    this.#takenThen = consumer.taken;
    if (this.#silentLooks >= SILENT_LOOKS && !this.#closed) await this.#replace(waiting);
  }

  async #replace(waiting: number): Promise<void> {
    const { agent, open, logger } = this.options;
    logger.warn(`${waiting} rings wait for ${agent} and nothing takes them; its consumer is replaced.`);
    const silent = this.consumer;
    this.consumer = await open();
    this.#silentLooks = 0;
    this.#takenThen = -1;
    if (this.#closed) await this.consumer.close();
    // It may be waiting for an answer that never comes; nobody has to wait for it.
    void silent.close().catch((error: Error) => logger.debug(`The consumer that was replaced: ${error.message}`));
  }
}
