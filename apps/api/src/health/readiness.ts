import { Inject, Injectable } from '@nestjs/common';
import { StoreStatus } from './store-status.js';

/** The parts a caller depends on, and what follows for the whole. */
export interface ReadinessReport {
  readonly status: 'ok' | 'degraded';
  readonly store: 'ok' | 'unavailable';
  /** `none`: no agent is run by this service, so nobody has to be rung. */
  readonly queue: 'none';
  readonly workers: number;
}

@Injectable()
export class Readiness {
  constructor(@Inject(StoreStatus) private readonly store: StoreStatus) {}

  async report(): Promise<ReadinessReport> {
    const store = await this.store.current();
    return { status: store === 'ok' ? 'ok' : 'degraded', store, queue: 'none', workers: 0 };
  }
}
