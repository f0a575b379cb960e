import { type Clock, type Principal, type Role, roleOf } from '@app/handoff';

/** When each principal was last heard of, since this process started. */
export class PresenceBook {
  readonly #seen = new Map<Principal, number>();

  constructor(private readonly clock: Clock) {}

  saw(principal: Principal): void {
    this.#seen.set(principal, this.clock.now().getTime());
  }

  lastSeen(principal: Principal): string | null {
    return asTime(this.#seen.get(principal));
  }

  /** How many in this role were heard of within so long. */
  countIn(role: Role, withinMs: number): number {
    const since = this.clock.now().getTime() - withinMs;
    return [...this.#seen].filter(([principal, at]) => roleOf(principal) === role && at >= since).length;
  }

  /** Of anybody in this role. */
  lastSeenIn(role: Role): string | null {
    return asTime([...this.#seen].filter(([principal]) => roleOf(principal) === role).reduce<number | undefined>(later, undefined));
  }
}

const later = (latest: number | undefined, [, at]: [Principal, number]): number => Math.max(latest ?? 0, at);

const asTime = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());
