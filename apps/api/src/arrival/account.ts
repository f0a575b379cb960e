import { HandoffError } from '@app/handoff';

/** `short` is answered at once; `long` waits for something to happen, or is a stream. */
export type CallKind = 'short' | 'long';

export interface Allowance {
  readonly perSecond: number;
  readonly burst: number;
  readonly inFlight: Readonly<Record<CallKind, number>>;
  /** Calls that read a whole history. */
  readonly heavy: number;
}

/** What one caller has underway, and may still ask for. */
export class Account {
  readonly #underway: Record<CallKind, number> = { short: 0, long: 0 };
  #heavy = 0;
  #left: number;
  #asOf: number;

  constructor(
    private readonly allowance: Allowance,
    nowMs: number,
  ) {
    this.#left = allowance.burst;
    this.#asOf = nowMs;
  }

  /** One more call begins; `leave` ends it. Throws `rate_limited`. */
  enter(kind: CallKind, nowMs: number): void {
    const { perSecond } = this.allowance;
    this.#refill(nowMs);
    if (this.#left < 1) throw limited(`at most ${perSecond} requests a second`, Math.ceil((1 - this.#left) / perSecond));
    this.#requireRoom(kind);
    this.#left -= 1;
    this.#underway[kind] += 1;
  }

  leave(kind: CallKind): void {
    this.#underway[kind] -= 1;
  }

  /** A short one turns out to be long. Throws `rate_limited`. */
  lengthen(): void {
    this.#requireRoom('long');
    this.#underway.short -= 1;
    this.#underway.long += 1;
  }

  /** One more that reads a whole history begins; `leaveHeavy` ends it. Throws `rate_limited`. */
  enterHeavy(): void {
    if (this.#heavy >= this.allowance.heavy) throw limited(`at most ${this.allowance.heavy} calls like this at once`, 1);
    this.#heavy += 1;
  }

  leaveHeavy(): void {
    this.#heavy -= 1;
  }

  /** Nothing is lost by forgetting it. */
  isIdle(nowMs: number): boolean {
    this.#refill(nowMs);
    return this.#left === this.allowance.burst && this.#heavy + this.#underway.short + this.#underway.long === 0;
  }

  #requireRoom(kind: CallKind): void {
    const most = this.allowance.inFlight[kind];
    if (this.#underway[kind] >= most)
      throw limited(`at most ${most} ${kind === 'long' ? 'waiting calls and streams' : 'requests'} at once`, 1);
  }

  #refill(nowMs: number): void {
    const { perSecond, burst } = this.allowance;
    this.#left = Math.min(burst, this.#left + ((nowMs - this.#asOf) * perSecond) / 1_000);
    this.#asOf = nowMs;
  }
}

const limited = (rule: string, retryAfterS: number): HandoffError =>
  new HandoffError('rate_limited', `One caller may make ${rule}; wait for as long as Retry-After says.`, { retry_after_s: retryAfterS });
