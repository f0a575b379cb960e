import type { Account, CallKind } from './account.js';

/** One call of a caller, from its arrival to its end. */
export class Visit {
  constructor(
    private readonly account: Account,
    private kind: CallKind,
    private readonly onLong: () => void,
  ) {
    if (kind === 'long') onLong();
  }

  /** It waits for something from now on, and so counts as no request underway. Throws `rate_limited`. */
  lengthen(): void {
    if (this.kind === 'long') return;
    this.account.lengthen();
    this.kind = 'long';
    this.onLong();
  }

  end(): void {
    this.account.leave(this.kind);
  }
}
