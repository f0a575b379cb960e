import type { TaskStore } from '@app/handoff';

/** More than a start screen needs to count. */
const COUNTED = 200;

/** What is there, for the start screen: `3 tasks, 1 question for a human`. */
export async function storeFacts(store: TaskStore): Promise<string> {
  const tasks = await store.query({}, { limit: COUNTED });
  const gates = await store.gates({ status: 'open' }, { limit: COUNTED });
  if (tasks.items.length === 0) return 'no tasks yet';
  return [
    count(tasks, 'task', 'tasks'),
    ...(gates.items.length === 0 ? [] : [count(gates, 'question for a human', 'questions for a human')]),
  ].join(', ');
}

function count({ items, next_cursor }: { items: readonly unknown[]; next_cursor: string | null }, one: string, many: string): string {
  return `${items.length}${next_cursor === null ? '' : ' or more'} ${items.length === 1 ? one : many}`;
}
