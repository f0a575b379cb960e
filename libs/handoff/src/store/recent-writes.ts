import type { TaskRecord } from '../schema/record.js';

/** How far back a request is recognised when it comes again. */
export const RECENT_VERSIONS = 1_000;

type Written = Pick<TaskRecord, 'version' | 'principal' | 'posted_by' | 'idempotency_key' | 'fingerprint'>;

interface Signature {
  readonly version: number;
  readonly poster: string;
  readonly fingerprint: string;
  readonly key: string | undefined;
}

/** Newest version by name, over the last versions only. */
class Window {
  private readonly versions = new Map<string, number>();

  set(name: string, version: number): void {
    this.versions.delete(name);
    this.versions.set(name, version);
    // Oldest stand first, so this ends at the first that is young enough.
    for (const [old, written] of this.versions) {
      if (written > version - RECENT_VERSIONS) return;
      this.versions.delete(old);
    }
  }

  find(name: string, headVersion: number): number | null {
    const version = this.versions.get(name);
    return version === undefined || version <= headVersion - RECENT_VERSIONS ? null : version;
  }
}

/** Who posted what over a task's last versions: by idempotency key and by fingerprint. Every write is noted, few are asked for, so they are sorted when asked. */
export class RecentWrites {
  private readonly keys = new Window();
  private readonly prints = new Window();
  private noted: Signature[] = [];

  add({ version, principal, posted_by, fingerprint, idempotency_key }: Written): void {
    this.noted.push({ version, poster: posted_by ?? principal, fingerprint, key: idempotency_key });
    if (this.noted.length > 2 * RECENT_VERSIONS) this.noted = this.noted.slice(-RECENT_VERSIONS);
  }

  byKey(principal: string, key: string, headVersion: number): number | null {
    this.sort();
    return this.keys.find(`${principal} ${key}`, headVersion);
  }

  byFingerprint(principal: string, fingerprint: string, headVersion: number): number | null {
    this.sort();
    return this.prints.find(`${principal} ${fingerprint}`, headVersion);
  }

  private sort(): void {
    for (const { version, poster, fingerprint, key } of this.noted) {
      this.prints.set(`${poster} ${fingerprint}`, version);
      if (key !== undefined) this.keys.set(`${poster} ${key}`, version);
    }
    this.noted = [];
  }
}
