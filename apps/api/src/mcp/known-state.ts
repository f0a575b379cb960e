import type { TaskReader, TaskState } from '@app/handoff';

/**
 * The state a call builds on. What a call leaves open is settled by it and not by the newest one: so the same call means the same,
 * whenever it comes again.
 */
export const knownState = async (
  reader: Pick<TaskReader, 'state' | 'at'>,
  taskId: string,
  expectedVersion: number | undefined,
): Promise<TaskState> => {
  const head = await reader.state(taskId);
  return expectedVersion === undefined || expectedVersion >= head.version ? head : reader.at(taskId, expectedVersion);
};
