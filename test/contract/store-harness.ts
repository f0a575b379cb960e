import type { TaskStore } from '@app/handoff';

/** What a store must offer to be held to the contract. Each call of `open` begins at a place of its own. */
export interface StoreHarness {
  open(): Promise<TaskStore>;
  /** Ends this store and opens one at the same place. */
  reopen(store: TaskStore): Promise<TaskStore>;
  /** Takes the place over by force while the first store believes to be alone. */
  openSecondWriter(store: TaskStore): Promise<TaskStore>;
  /** Ends and clears away everything. */
  dispose(): Promise<void>;
}
