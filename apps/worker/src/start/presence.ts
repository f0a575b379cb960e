import { ApiError, type Client } from '@app/client';
import { CannotStart, type Logger } from '@app/platform';

const EVERY_MS = 10_000;

/** Lets the API know that this worker is there, and this worker's operator when the API is not. */
export class Presence {
  readonly #timer: NodeJS.Timeout;
  readonly #off = new AbortController();
  #said = '';

  private constructor(
    private readonly client: Client,
    private readonly apiUrl: string,
    private readonly logger: Logger,
  ) {
    this.#timer = setInterval(() => void this.#call(), EVERY_MS);
  }

  /** An API that is away is waited for; one that does not know the token will not know it later either. */
  static async begin(client: Client, apiUrl: string, logger: Logger): Promise<Presence> {
    const presence = new Presence(client, apiUrl, logger);
    const trouble = await presence.#call();
    if (!(trouble instanceof ApiError) || ![401, 403].includes(trouble.status)) return presence;
    presence.end();
    throw new CannotStart(
      `The API at ${apiUrl} does not take this worker's token: make one with "npm run token -- worker:local" there, and set JERRY_WORKER_TOKEN to it.`,
    );
  }

  end(): void {
    clearInterval(this.#timer);
    this.#off.abort();
  }

  async #call(): Promise<unknown> {
    try {
      await this.client.me({ patienceMs: 0, signal: this.#off.signal });
      if (this.#said !== '') this.logger.info(`The API at ${this.apiUrl} answers again.`);
      this.#said = '';
      return undefined;
    } catch (error) {
      const text = error instanceof ApiError ? `says ${error.message}` : 'does not answer';
      if (!this.#off.signal.aborted && text !== this.#said) this.logger.warn(`The API at ${this.apiUrl} ${text}; trying until it does.`);
      this.#said = text;
      return error;
    }
  }
}
