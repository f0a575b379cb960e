import { Bell } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { PresenceBook } from '../waiting/presence-book.js';
import { StoreStatus } from './store-status.js';

/** A worker calls every 10 s, whether it has work or not. */
const SILENT_AFTER_MS = 30_000;

/** The parts a caller depends on, and what follows for the whole. */
export interface ReadinessReport {
  readonly status: 'ok' | 'degraded';
  readonly store: 'ok' | 'unavailable';
  /** `none`: no agent is run by this service, so nobody has to be rung. `unavailable`: handoffs are accepted, and rung when it is back. */
  readonly queue: ReturnType<Bell['status']>;
  /** Heard of lately. */
  readonly workers: number;
  /** A sentence for everything that is not as it should be: what it means, and what to look at. */
  readonly why?: readonly string[];
}

const WHY = {
  store: 'Nothing can be accepted: another process has taken the project, or its disk failed. This process ends and is started again.',
  queue: 'The queue server takes no rings: handoffs are accepted, and agents this service runs are rung when it is back.',
  workers: 'No worker has called for 30 s: agents this service runs do not work. Look at the log of the worker.',
} as const;

@Injectable()
export class Readiness {
  constructor(
    @Inject(StoreStatus) private readonly store: StoreStatus,
    @Inject(Bell) private readonly bell: Bell,
    @Inject(PresenceBook) private readonly presence: PresenceBook,
  ) {}

  async report(): Promise<ReadinessReport> {
    const store = await this.store.current();
    const queue = this.bell.status();
    const workers = this.presence.countIn('worker', SILENT_AFTER_MS);
    const wrong = { store: store !== 'ok', queue: queue === 'unavailable', workers: queue !== 'none' && workers === 0 };
    const why = (Object.keys(WHY) as (keyof typeof WHY)[]).filter((part) => wrong[part]).map((part) => WHY[part]);
    return { status: why.length === 0 ? 'ok' : 'degraded', store, queue, workers, ...(why.length > 0 && { why }) };
  }
}
