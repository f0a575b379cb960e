import type { HandoffAnswer, WriteAnswer } from '@app/handoff';
import type { Answer } from '../edge/answer.js';
import type { Room } from './room.js';
import { putNext } from './tool-next.js';

/** What came of a write, and what the next call about the task has to name. `epoch`: of the claim it was made under, where that goes on. */
export const putWritten = (room: Room, { body, extra }: Answer, epoch?: number): void => {
  const { task_id, version, phase, target_agent, dispatch, next, ...more } = body as WriteAnswer & Partial<HandoffAnswer>;
  room.put({ task_id, expected_version: version, claim_epoch: epoch, phase, target_agent, dispatch, gate_id: more.gate_id });
  if (extra.headers?.['idempotent-replayed'] !== undefined) room.put({ replayed: true });
  if (next !== undefined) putNext(room, next, task_id);
};
