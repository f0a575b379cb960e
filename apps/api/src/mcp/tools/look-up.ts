import { type Principal, TaskId, type TaskReader } from '@app/handoff';
import { z } from 'zod';
import { handle, page } from '../../edge/fields.js';
import { putSummary } from '../put-summary.js';
import type { Room } from '../room.js';
import { bounds, type Tool, toolFrom } from '../tool.js';
import { putNext } from '../tool-next.js';

/** For what the answer holds besides what was looked up; the same for every page, because the cursor counts on it. */
const FRAME_TOKENS = 100;
const NEXT_TOKENS = 300;

type Reader = Pick<TaskReader, 'lookUp' | 'state' | 'summary' | 'next'>;

export const lookUp = (reader: Reader): Tool =>
  toolFrom({
    name: 'look_up',
    about:
      'Read what a summary only names: an item (D17), all of a kind (issues@12), a file (its path). Without handle: how the task stands now.',
    isReading: true,
    takes: z.strictObject({
      task_id: TaskId,
      handle: handle.optional(),
      cursor: page.cursor.describe('next_cursor, for the rest'),
      ...bounds,
    }),
    use: async ({ task_id, handle: asked, cursor, max_tokens }, { principal }, room) => {
      if (asked === undefined) return putState(room, reader, task_id, principal);
      const maxTokens = max_tokens - FRAME_TOKENS;
      const { tokens: _, ...found } = await reader.lookUp(task_id, asked, { maxTokens, cursor });
      room.put({ task_id, ...found });
    },
  });

const putState = async (room: Room, reader: Reader, taskId: string, principal: Principal): Promise<void> => {
  const { task_id, version, phase, status, claim } = await reader.state(taskId);
  const epoch = claim?.principal === principal ? claim.claim_epoch : undefined;
  room.put({ task_id, expected_version: version, claim_epoch: epoch, phase, status });
  putNext(room, await reader.next(taskId, principal, NEXT_TOKENS), task_id);
  await putSummary(room, reader, taskId);
};
