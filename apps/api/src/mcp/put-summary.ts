import type { TaskReader } from '@app/handoff';
import type { Room } from './room.js';

/** No task has a summary in less. */
const LEAST_TOKENS = 220;

/** The summary as it usually is, or as long as there is room for. */
export const putSummary = async (room: Room, reader: Pick<TaskReader, 'summary'>, taskId: string): Promise<void> => {
  const usual = await reader.summary(taskId);
  if (room.offer('context_summary', usual.text)) return;
  // As a text in JSON it takes more than by itself, and how much more depends on what stands in it.
  for (let most = Math.min(usual.tokens, room.left); most >= LEAST_TOKENS; most = Math.floor(most * 0.9))
    if (room.offer('context_summary', (await reader.summary(taskId, most)).text)) return;
};
