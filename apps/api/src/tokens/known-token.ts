import { timingSafeEqual } from 'node:crypto';
import type { Clock, Principal } from '@app/handoff';
import type { Credential } from './credential.js';

interface Facts {
  readonly principal: Principal;
  readonly digest: Buffer;
  readonly expiresAt: string | null;
}

/** A token as the running service knows it: by its digest alone. */
export class KnownToken implements Credential {
  readonly principal: Principal;
  readonly #digest: Buffer;
  readonly #expiresAtMs: number;
  #isRevoked = false;

  constructor(
    { principal, digest, expiresAt }: Facts,
    private readonly clock: Clock,
  ) {
    this.principal = principal;
    this.#digest = digest;
    this.#expiresAtMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  }

  /** In a time that says nothing of where they differ. */
  is(digest: Buffer): boolean {
    return timingSafeEqual(this.#digest, digest);
  }

  isInForce(): boolean {
    return !this.#isRevoked && this.#expiresAtMs > this.clock.now().getTime();
  }

  revoke(): void {
    this.#isRevoked = true;
  }
}
