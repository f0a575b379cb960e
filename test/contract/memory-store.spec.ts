import type { TaskStore } from '@app/handoff';
import { MemoryPlace, MemoryStore } from '../support/memory-store.js';
import type { StoreHarness } from './store-harness.js';
import { taskStoreContract } from './task-store.contract.js';

const memoryHarness = (): StoreHarness => {
  const places = new Map<TaskStore, MemoryPlace>();
  const openAt = (place: MemoryPlace): TaskStore => {
    const store = new MemoryStore(place);
    places.set(store, place);
    return store;
  };
  const again = async (store: TaskStore) => openAt(places.get(store) as MemoryPlace);
  return { open: async () => openAt(new MemoryPlace()), reopen: again, openSecondWriter: again, dispose: async () => undefined };
};

taskStoreContract('The memory store', memoryHarness);
