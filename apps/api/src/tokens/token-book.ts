import { hash, randomBytes } from 'node:crypto';
import { type Clock, HandoffError, type Page, type PageRequest, type Principal } from '@app/handoff';
import type { Credential } from './credential.js';
import { KnownToken } from './known-token.js';
import type { StoredToken } from './stored-token.js';
import type { TokenFiles } from './token-files.js';
import { tokenPage } from './token-page.js';

const TOKEN_BYTES = 32;
const ID_BYTES = 6;

export interface MadeToken {
  readonly id: string;
  /** Shown once, kept nowhere. */
  readonly token: string;
  readonly principal: Principal;
  readonly expires_at: string | null;
}

interface Entry {
  readonly stored: StoredToken;
  readonly known: KnownToken;
}

/**
 * Who a token speaks for. Found by its SHA-256: tokens have 256 random bits, so nothing can be learnt from how long a look-up takes.
 * A token holds from when it is on the disk, and no longer than until it is revoked or over.
 */
export class TokenBook {
  readonly #byDigest = new Map<string, KnownToken>();
  readonly #byId = new Map<string, Entry>();

  private constructor(
    private readonly files: TokenFiles,
    private readonly clock: Clock,
  ) {}

  /** `fixed`: tokens that are given from outside and are not this book's to list or revoke. */
  static async open(files: TokenFiles, clock: Clock, fixed: Readonly<Record<Principal, string | undefined>>): Promise<TokenBook> {
    const book = new TokenBook(files, clock);
    for (const stored of await files.readAll(clock.now().getTime())) book.#enter(stored);
    for (const [principal, token] of Object.entries(fixed)) if (token !== undefined) book.#enterFixed(principal, token);
    return book;
  }

  identify(token: string): Credential | undefined {
    if (token === '') return undefined;
    const digest = sha256(token);
    const known = this.#byDigest.get(digest.toString('hex'));
    return known?.is(digest) === true && known.isInForce() ? known : undefined;
  }

  async make(principal: Principal, by: Principal, expiresInS?: number): Promise<MadeToken> {
    const token = `jerry_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    const now = this.clock.now().getTime();
    const stored: StoredToken = {
      id: `k${randomBytes(ID_BYTES).toString('hex')}`,
      principal,
      sha256: sha256(token).toString('hex'),
      created_by: by,
      created_at: new Date(now).toISOString(),
      expires_at: expiresInS === undefined ? null : new Date(now + expiresInS * 1_000).toISOString(),
    };
    await this.files.write(stored);
    this.#enter(stored);
    return { id: stored.id, token, principal, expires_at: stored.expires_at };
  }

  /** Newest first; those that are over are left out. */
  list(page: PageRequest): Page<Omit<StoredToken, 'sha256'>> {
    const inForce = [...this.#byId.values()].filter(({ known }) => known.isInForce());
    return tokenPage(
      inForce.map(({ stored: { sha256: _, ...listed } }) => listed),
      page,
    );
  }

  /** Holds at once for whatever comes next with this token, and once this has resolved also after a restart. */
  async revoke(id: string): Promise<void> {
    const entry = this.#byId.get(id);
    if (entry === undefined) throw new HandoffError('token_not_found', `There is no token ${id}.`);
    entry.known.revoke();
    this.#byDigest.delete(entry.stored.sha256);
    // It stays known by its id until its file is gone, so that whoever was told that this failed can ask again.
    await this.files.remove(id);
    this.#byId.delete(id);
  }

  #enter(stored: StoredToken): void {
    const { principal, expires_at: expiresAt } = stored;
    const known = new KnownToken({ principal, digest: Buffer.from(stored.sha256, 'hex'), expiresAt }, this.clock);
    this.#byDigest.set(stored.sha256, known);
    this.#byId.set(stored.id, { stored, known });
  }

  #enterFixed(principal: Principal, token: string): void {
    const digest = sha256(token);
    this.#byDigest.set(digest.toString('hex'), new KnownToken({ principal, digest, expiresAt: null }, this.clock));
  }
}

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');
