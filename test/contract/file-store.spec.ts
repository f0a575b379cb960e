import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaskStore } from '@app/handoff';
import { openFileStore } from '@app/handoff/store';
import type { StoreHarness } from './store-harness.js';
import { taskStoreContract } from './task-store.contract.js';

const fileHarness = (): StoreHarness => {
  const root = mkdtempSync(join(tmpdir(), 'jerry-contract-'));
  const directories = new Map<TaskStore, string>();
  const openAt = async (directory: string): Promise<TaskStore> => {
    const store = await openFileStore({
      directory,
      renderSummary: (state) => `${state.task_id} at ${state.version}`,
      onFatal: () => undefined,
    });
    directories.set(store, directory);
    return store;
  };
  const placeOf = (store: TaskStore): string => directories.get(store) as string;
  return {
    open: () => openAt(join(root, `place-${directories.size}`)),
    reopen: async (store) => {
      await store.close();
      return openAt(placeOf(store));
    },
    openSecondWriter: async (store) => {
      rmSync(join(placeOf(store), 'writer.lock'), { recursive: true });
      return openAt(placeOf(store));
    },
    dispose: async () => {
      for (const store of directories.keys()) await store.close();
      rmSync(root, { recursive: true });
    },
  };
};

taskStoreContract('The file store', fileHarness);
