import type { TaskState, TaskStore } from '@app/handoff';
import { type FileStoreOptions, openFileStore, type StoreFiles } from '@app/handoff/store';
import { type PlainStep, plainCreation, plainStep } from './plain-history.js';

/** What happens while something goes wrong. */
export const SCENARIOS = ['open', 'create', 'append', 'fork'] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** The version each scenario is to write; opening writes none. */
export const WRITES = {
  open: null,
  create: { task: 'T3', version: 1 },
  append: { task: 'T1', version: 6 },
  fork: { task: 'T4', version: 4 },
} as const satisfies Record<Scenario, { task: string; version: number } | null>;

export const openStore = (directory: string, files?: StoreFiles, over: Partial<FileStoreOptions> = {}) =>
  openFileStore(
    { directory, renderSummary: ({ task_id, version }) => `${task_id} at ${version}`, onFatal: () => undefined, retryMs: 1, ...over },
    files,
  );

/** T1 with five versions, T2 with one. */
export const furnish = async (store: TaskStore): Promise<void> => {
  for (const taskId of ['T1', 'T2']) {
    const { draft, next } = plainCreation(taskId);
    await store.append(taskId, 0, draft, next);
  }
  let state = (await store.head('T1'))?.state as TaskState;
  while (state.version < 5) {
    const { draft, next } = plainStep(state, `note ${state.version + 1}`);
    state = (await store.append('T1', state.version, draft, next)).state;
  }
};

export interface Planned {
  /** Does it, and waits for the state file to follow. */
  run(): Promise<void>;
}

const planned = async (store: TaskStore, scenario: Exclude<Scenario, 'open'>): Promise<PlainStep> => {
  if (scenario === 'create') return plainCreation('T3');
  if (scenario === 'append') return plainStep((await store.head('T1'))?.state as TaskState, 'note 6');
  return plainStep((await store.at('T1', 3)) as TaskState, 'forked', { task_id: 'T4' });
};

/** Everything up to the moment in which it is done. `onAcknowledged` is called as soon as the store says so. */
export const plan = async (store: TaskStore, scenario: Exclude<Scenario, 'open'>, onAcknowledged: () => void): Promise<Planned> => {
  const { draft, next } = await planned(store, scenario);
  const { task, version } = WRITES[scenario];
  const write = () =>
    scenario === 'fork'
      ? store.fork({ taskId: 'T1', version: version - 1 }, task, draft, next)
      : store.append(task, version - 1, draft, next);
  return {
    run: async () => {
      const appended = await write();
      onAcknowledged();
      await appended.published;
    },
  };
};
