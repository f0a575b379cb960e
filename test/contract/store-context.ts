import type { TaskStore } from '@app/handoff';
import type { StoreHarness } from './store-harness.js';

/** The store under test, which a restart replaces by the one that was opened after it. */
export class StoreContext {
  #open: { harness: StoreHarness; store: TaskStore } | null = null;

  get harness(): StoreHarness {
    return this.#now.harness;
  }

  get store(): TaskStore {
    return this.#now.store;
  }

  async begin(harness: StoreHarness): Promise<void> {
    this.#open = { harness, store: await harness.open() };
  }

  async restart(): Promise<void> {
    const { harness, store } = this.#now;
    this.#open = { harness, store: await harness.reopen(store) };
  }

  /** What holds must hold as well for whoever opens the place next. */
  async beforeAndAfterRestart(check: (store: TaskStore) => Promise<void>): Promise<void> {
    await check(this.store);
    await this.restart();
    await check(this.store);
  }

  get #now() {
    if (this.#open === null) throw new Error('no store is open');
    return this.#open;
  }
}
