import { HandoffError, type TaskState, type TaskStore } from '@app/handoff';
import { creation, type Step, type StepOptions, step } from '../support/sample-history.js';

export const codeOf = async (doing: Promise<unknown>): Promise<string> => {
  try {
    await doing;
  } catch (error) {
    if (error instanceof HandoffError) return error.code;
    throw error;
  }
  return 'accepted';
};

export const create = (store: TaskStore, taskId: string, over: Partial<TaskState> = {}, options: StepOptions = {}) => {
  const { draft, next } = creation(taskId, over, options);
  return store.append(taskId, 0, draft, next);
};

export const add = async (
  store: TaskStore,
  taskId: string,
  text: string,
  options: StepOptions = {},
  more: Step['draft']['effect'] = [],
) => {
  const head = await store.head(taskId);
  if (head === null) throw new Error(`no ${taskId}`);
  const { draft, next } = step(head.state, text, options, more);
  return store.append(taskId, head.state.version, draft, next);
};

export const grow = async (store: TaskStore, taskId: string, toVersion: number): Promise<TaskState[]> => {
  const states = [(await create(store, taskId)).state];
  while (states.length < toVersion) states.push((await add(store, taskId, `note ${states.length + 1}`)).state);
  return states;
};

export const allPages = async <T>(
  page: (cursor: string | undefined) => Promise<{ items: readonly T[]; next_cursor: string | null }>,
): Promise<T[]> => {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const { items: more, next_cursor } = await page(cursor);
    items.push(...more);
    cursor = next_cursor ?? undefined;
  } while (cursor !== undefined);
  return items;
};
