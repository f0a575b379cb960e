import { HandoffError } from '../../errors/handoff.error.js';
import type { PageRequest } from '../../ports/page.js';

export type CursorOf = 'tasks' | 'gates' | 'history';

/** Opaque to callers: which list, and the key of the last item shown. */
export const encodeCursor = (list: CursorOf, key: string): string => Buffer.from(`${list} ${key}`).toString('base64url');

/** Null without a cursor; one that was not made for this list is `invalid_request`. */
export const decodeCursor = (list: CursorOf, { cursor }: PageRequest): string | null => {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!text.startsWith(`${list} `) || encodeCursor(list, text.slice(list.length + 1)) !== cursor)
    throw new HandoffError('invalid_request', 'The cursor is not one that this list gave.', {
      errors: [{ path: 'cursor', message: 'must be a next_cursor of this list' }],
    });
  return text.slice(list.length + 1);
};
