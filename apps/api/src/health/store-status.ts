import type { TaskStore } from '@app/handoff';

/** What readiness asks of the store: does it still speak for its directory? */
export class StoreStatus {
  constructor(private readonly store: Pick<TaskStore, 'query'>) {}

  /** By a real, small question: the store answers none once another process has taken the directory or a sync has failed. */
  async current(): Promise<'ok' | 'unavailable'> {
    try {
      await this.store.query({}, { limit: 1 });
      return 'ok';
    } catch {
      return 'unavailable';
    }
  }
}
