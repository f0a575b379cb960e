import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import lockfile from 'proper-lockfile';
import type { LockPlace } from './layout.js';
import { describeHolder, isGone, readLockHolder, writeLockHolder } from './lock-holder.js';
import type { StoreLog } from './store-log.js';
import { StoreStartError } from './store-start.error.js';

const STALE_MS = 2_000;
const RETRY_MS = 100;
const REMIND_MS = 5_000;

export interface LockPatience {
  /** How long a start waits for whoever holds the directory. */
  readonly patienceMs: number;
  readonly log: StoreLog;
}

/**
 * Keeps a second service out of the directory in ordinary life and says who is in it. Courtesy, not safety: a paused holder, a jumping clock
 * and a race between two who find it stale can each produce two holders. What then holds is the ownership's generation.
 */
export class CourtesyLock {
  private abandoned = false;
  private release: (() => Promise<void>) | null = null;

  private constructor(
    private readonly place: LockPlace,
    private readonly log: StoreLog,
  ) {}

  static async take(place: LockPlace, { patienceMs, log }: LockPatience): Promise<CourtesyLock> {
    const lock = new CourtesyLock(place, log);
    const begun = performance.now();
    let nextWordMs = 0;
    while (!(await lock.attempt())) {
      const holder = readLockHolder(place);
      if (holder !== null && isGone(holder)) {
        fs.rmSync(place.lock, { recursive: true, force: true });
        continue;
      }
      const waitedMs = performance.now() - begun;
      if (waitedMs >= patienceMs) throw inUse(place, describeHolder(holder));
      if (waitedMs >= nextWordMs) {
        log(
          'warn',
          `${place.directory} is in use by ${describeHolder(holder)}; waiting up to ${Math.ceil(patienceMs / 1000)} s for it to end.`,
        );
        nextWordMs += REMIND_MS;
      }
      await delay(Math.min(RETRY_MS, patienceMs - waitedMs));
    }
    writeLockHolder(place);
    return lock;
  }

  /** Frees the directory at once for whoever starts next. */
  async free(): Promise<void> {
    if (this.abandoned) return;
    await this.release?.().catch(() => undefined);
    this.abandoned = true;
  }

  /** Leaves the lock as it is, also when the process ends: it is a successor's now. */
  abandon(): void {
    this.abandoned = true;
  }

  private async attempt(): Promise<boolean> {
    try {
      this.release = await lockfile.lock(this.place.directory, {
        lockfilePath: this.place.lock,
        realpath: false,
        stale: STALE_MS,
        update: STALE_MS / 2,
        retries: 0,
        fs: this.guardedFs(),
        onCompromised: (error) => this.log('warn', `The courtesy lock on ${this.place.directory} was lost: ${error.message}.`),
      });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return false;
      throw new StoreStartError('directory_not_writable', `${this.place.directory} cannot be locked: ${(error as Error).message}.`, {
        cause: error,
      });
    }
  }

  /** proper-lockfile removes its lock when the process exits, whoever holds it by then; one that was abandoned must stay. */
  private guardedFs() {
    const { mkdir, stat, utimes, realpath } = fs;
    return {
      mkdir,
      stat,
      utimes,
      realpath,
      rmdir: (path: string, done: (error: NodeJS.ErrnoException | null) => void) => (this.abandoned ? done(null) : fs.rmdir(path, done)),
      rmdirSync: (path: string) => {
        if (!this.abandoned) fs.rmdirSync(path);
      },
    };
  }
}

const inUse = (place: LockPlace, holder: string): StoreStartError =>
  new StoreStartError(
    'directory_in_use',
    `${place.directory} is in use by ${holder}; stop it first, or give this one a directory of its own.`,
  );
