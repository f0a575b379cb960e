import { callUntil } from '../callers.js';
import type { Facts, Side, Slice } from '../side.js';
import { median, percentile } from '../statistics.js';
import { Connection } from './connection.js';
import { openLoop } from './open-loop.js';

/** What is posted, and to whom. */
export interface Target {
  readonly address: string;
  /** Everything that is not to be timed, for so many requests. */
  prepare(many: number): Promise<void>;
  /** One request on this connection; false when nothing is left to post. Throws unless it was accepted. */
  post(connection: Connection): Promise<boolean>;
  facts(): Promise<Facts>;
  finish(): Promise<number>;
}

const HEADROOM = 1.4;
const FIRST_GUESS = 3_000;
const SMOKE_GUESS = 150;
/** Of saturation: a service is not run at its limit. */
const LOAD = 0.5;
const SMOKE_PER_SECOND = 50;

/** Posts to a server in a process of its own over so many connections: as fast as it answers (`rate`), or at half that rate whatever it answers (`p99`). */
export class AcceptSide implements Side {
  readonly #idle: Connection[] = [];
  readonly #perSecond: number[] = [];
  #most: number;

  constructor(
    private readonly target: Target,
    private readonly connections: number,
    private readonly smoke: boolean,
  ) {
    this.#most = smoke ? SMOKE_GUESS : FIRST_GUESS;
  }

  async prepare(): Promise<void> {
    while (this.#idle.length < this.connections) this.#idle.push(await Connection.open(this.target.address));
    await this.target.prepare(Math.ceil(this.#most * HEADROOM));
  }

  async slice(ms: number, mode: string): Promise<Slice> {
    if (mode === 'p99') return { count: percentile(await this.#atHalfLoad(ms), 0.99), over: 1 };
    const { count, over } = await callUntil(ms, this.connections, () => this.#post());
    this.#most = Math.max(this.#most, count);
    this.#perSecond.push((count / over) * 1_000);
    return { count, over };
  }

  facts(): Promise<Facts> {
    return this.target.facts();
  }

  async finish(): Promise<number> {
    for (const connection of this.#idle) connection.close();
    return this.target.finish();
  }

  #atHalfLoad(ms: number): Promise<number[]> {
    const perSecond = this.smoke ? SMOKE_PER_SECOND : Math.max(1, median(this.#perSecond) * LOAD);
    return openLoop(ms, perSecond, this.connections, () => this.#post());
  }

  async #post(): Promise<boolean> {
    const connection = this.#idle.pop();
    if (connection === undefined) throw new Error('More requests at a time than connections.');
    const posted = await this.target.post(connection);
    this.#idle.push(connection);
    return posted;
  }
}
