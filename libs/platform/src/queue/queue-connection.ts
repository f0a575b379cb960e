import { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.js';
import { NoAnswer, within } from './within.js';

const PULSE_MS = 5_000;
const PULSE_PATIENCE_MS = 2_000;
const LONGEST_RETRY_MS = 1_000;
const CONNECT_PATIENCE_MS = 5_000;
/** A good-bye that is not returned by then never will be. */
const DISCONNECT_PATIENCE_MS = 200;

export interface QueueConnectionOptions {
  readonly url: string;
  /** Before every key. The API makes it, by `queuePrefixIn`, and tells its workers. */
  readonly prefix: string;
  readonly logger: Logger;
}

/**
 * A process's way to the queue server. Knows whether rings are taken at present, by asking the server now and then to write something
 * small: so one that is full or paused is noticed as well as one that is gone. Says one line when it is lost, and one when it is back.
 */
export class QueueConnection {
  readonly client: Redis;
  readonly prefix: string;
  /** Host and port, without what is secret in the address. */
  readonly where: string;
  /** Why it does not answer, for a sentence. */
  problem = 'no answer';
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;
  readonly #onBack = new Set<() => void>();
  #status: 'ok' | 'unavailable' = 'unavailable';
  #wasFound = false;
  #closed = false;
  #halfOpen = false;
  #checking: Promise<void> | undefined;

  constructor({ url, prefix, logger }: QueueConnectionOptions) {
    this.prefix = prefix;
    this.where = new URL(url).host;
    this.#logger = logger;
    this.client = new Redis(url, {
      // BullMQ's condition. Commands then wait for the server, so who must not wait asks for the status first.
      maxRetriesPerRequest: null,
      retryStrategy: (times) => Math.min(50 * 2 ** times, LONGEST_RETRY_MS),
      connectTimeout: CONNECT_PATIENCE_MS,
      disconnectTimeout: DISCONNECT_PATIENCE_MS,
    });
    this.client.on('error', (error) => this.#blame(error));
    this.client.on('close', () => this.#lose());
    this.client.on('ready', () => void this.check());
    this.#timer = setInterval(() => void this.check(), PULSE_MS);
    this.#timer.unref();
  }

  status(): 'ok' | 'unavailable' {
    return this.#status;
  }

  /** Calls back each time the server takes rings again. Returns how to stop. */
  onBack(listener: () => void): () => void {
    this.#onBack.add(listener);
    return () => {
      this.#onBack.delete(listener);
    };
  }

  /** Resolves once the server answers, or when patience is over. */
  async answers(patienceMs: number): Promise<boolean> {
    if (this.#status === 'ok') return true;
    const stop: Array<() => void> = [];
    const back = new Promise<void>((resolve) => {
      stop.push(this.onBack(resolve));
    });
    await within(patienceMs, back).catch(() => undefined);
    stop[0]?.();
    return this.status() === 'ok';
  }

  /** Asks the server now, not at the next pulse. Never rejects. */
  check(): Promise<void> {
    this.#checking ??= this.#pulse().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#onBack.clear();
    this.client.disconnect();
  }

  async #pulse(): Promise<void> {
    if (this.client.status !== 'ready') return this.#unstick();
    try {
      await within(PULSE_PATIENCE_MS, this.client.set(`${this.prefix}:pulse`, '1', 'EX', 60));
      this.#find();
    } catch (error) {
      this.#blame(error);
      this.#lose();
      // A connection whose other end vanished without a word answers nothing, and would not for many minutes.
      if (error instanceof NoAnswer && !this.#closed) this.client.disconnect(true);
    }
  }

  /** Connected, but no answer to the greeting from one pulse to the next: tried anew, since nobody else would. */
  #unstick(): void {
    const stuck = this.client.status === 'connect' && this.#halfOpen;
    this.#halfOpen = this.client.status === 'connect' && !stuck;
    if (stuck) this.client.disconnect(true);
  }

  #find(): void {
    this.#halfOpen = false;
    if (this.#status === 'ok' || this.#closed) return;
    this.#status = 'ok';
    if (this.#wasFound) this.#logger.info(`The queue server at ${this.where} is back.`);
    this.#wasFound = true;
    for (const listener of this.#onBack) listener();
  }

  #lose(): void {
    if (this.#status === 'unavailable' || this.#closed) return;
    this.#status = 'unavailable';
    this.#logger.warn(`The queue server at ${this.where} is lost (${this.problem}); trying again until it answers.`);
  }

  #blame(error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    this.problem = (code ?? message).replace(/\.$/, '');
  }
}
