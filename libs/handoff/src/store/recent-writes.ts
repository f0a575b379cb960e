import type { TaskRecord } from '../schema/record.js';

/** How far back a request is recognised when it comes again. */
export const RECENT_VERSIONS = 1_000;

type Written = Pick<TaskRecord, 'version' | 'principal' | 'posted_by' | 'idempotency_key' | 'fingerprint'>;

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

/** Who posted what over a task's last versions: by idempotency key and by fingerprint. */
export class RecentWrites {
  private readonly keys = new Window();
  private readonly prints = new Window();

  add(record: Written): void {
    const poster = record.posted_by ?? record.principal;
    this.prints.set(`${poster} ${record.fingerprint}`, record.version);
    if (record.idempotency_key !== undefined) this.keys.set(`${poster} ${record.idempotency_key}`, record.version);
  }

  byKey(principal: string, key: string, headVersion: number): number | null {
    return this.keys.find(`${principal} ${key}`, headVersion);
  }

  byFingerprint(principal: string, fingerprint: string, headVersion: number): number | null {
    return this.prints.find(`${principal} ${fingerprint}`, headVersion);
  }
}
