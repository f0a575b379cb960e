import type { TaskReader, TaskState } from '@app/handoff';
import type { EventHub } from '../streams/event-hub.js';

interface Sources {
  readonly reader: Pick<TaskReader, 'state'>;
  readonly hub: EventHub;
}

/** The state: at once when it is not the one the caller knows, else when it has changed, the wait is over, or nobody waits any more. */
export const whenChanged = async (
  { reader, hub }: Sources,
  taskId: string,
  known: readonly string[],
  waitMs: number,
  signal: AbortSignal,
): Promise<TaskState> => {
  const isKnown = ({ version }: TaskState): boolean => known.includes(`"${version}"`);
  const now = await reader.state(taskId);
  if (!isKnown(now) || waitMs === 0) return now;
  const until = performance.now() + waitMs;
  const followed = hub.follow(taskId);
  try {
    for (;;) {
      const { count } = followed;
      const state = await reader.state(taskId);
      if (!isKnown(state)) return state;
      // What was written while we looked would otherwise be waited for in vain.
      if (followed.count !== count) continue;
      if ((await followed.wakes.sleep(Math.max(0, until - performance.now()), signal)) !== 'rung') return await reader.state(taskId);
    }
  } finally {
    hub.letGo(taskId);
  }
};
