import type { HandoffError, Next } from '@app/handoff';
import { redactSecrets, redactValue } from '@app/platform';
import type { Room } from './room.js';
import { putNext, standingIn } from './tool-next.js';

const DETAIL_CHARS = 600;

/** Told in other words, or in the sentence itself. */
const TOLD: ReadonlySet<string> = new Set(['next', 'current_version']);
/** Half of these would say something else. */
const WHOLE: ReadonlySet<string> = new Set(['patch']);

/** Why a call was refused, and what may be done instead, so that it can be mended. */
export const putRefusal = (room: Room, { code, message, retryable, details }: HandoffError, taskId?: string, next?: Next): void => {
  const detail = redactSecrets(message).text;
  const isLong = detail.length > DETAIL_CHARS;
  room.put({ code, detail: isLong ? `${detail.slice(0, DETAIL_CHARS)}…`.toWellFormed() : detail, ...(retryable && { retryable }) });
  const standing = { expected_version: details.current_version, ...(next && standingIn(next)) };
  if (taskId !== undefined) room.put({ task_id: taskId, ...standing });
  if (taskId !== undefined && next !== undefined) putNext(room, next, taskId);
  for (const [key, value] of Object.entries(details)) {
    if (TOLD.has(key) || (key === 'errors' && !isLong)) continue;
    const told = key === 'errors' ? redactValue(value).value : value;
    if (Array.isArray(told) && !WHOLE.has(key)) room.offerSome(key, told);
    else room.offer(key, told);
  }
};
