import type { ProjectConfig } from '@app/platform';
import { Account, type Allowance, type CallKind } from './account.js';

/** What may be asked for at once after a while of silence. */
const BURST_S = 2;
const HEAVY_AT_ONCE = 2;
/** They hold a socket each and little else; without a bound one caller could use up all there are. */
const LONG_AT_ONCE = 1_000;
const KEPT = 10_000;

/** An account per caller. One look-up per request; callers that have gone are forgotten when there are many. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #allowance: Allowance;
  #sweepAt = KEPT;

  constructor(
    { requests_per_s, in_flight }: ProjectConfig['limits'],
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.#allowance = {
      perSecond: requests_per_s,
      burst: requests_per_s * BURST_S,
      inFlight: { short: in_flight, long: LONG_AT_ONCE },
      heavy: HEAVY_AT_ONCE,
    };
  }

  get size(): number {
    return this.#accounts.size;
  }

  /** One more call of this caller begins. Throws `rate_limited`. */
  enter(caller: string, kind: CallKind): Account {
    const nowMs = this.nowMs();
    const account = this.#accounts.get(caller) ?? this.#open(caller, nowMs);
    account.enter(kind, nowMs);
    return account;
  }

  #open(caller: string, nowMs: number): Account {
    if (this.#accounts.size >= this.#sweepAt) this.#sweep(nowMs);
    const account = new Account(this.#allowance, nowMs);
    this.#accounts.set(caller, account);
    return account;
  }

  #sweep(nowMs: number): void {
    for (const [caller, account] of this.#accounts) if (account.isIdle(nowMs)) this.#accounts.delete(caller);
    // Where most are busy, looking through all of them again for each new one would be the greater load.
    this.#sweepAt = Math.max(KEPT, this.#accounts.size * 2);
  }
}
