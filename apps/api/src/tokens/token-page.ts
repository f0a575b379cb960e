import { HandoffError, type Page, type PageRequest } from '@app/handoff';
import type { StoredToken } from './stored-token.js';

type Listed = Omit<StoredToken, 'sha256'>;

/** A page of tokens, newest first. The cursor names the last one shown, so that tokens made or revoked meanwhile move none of the others. */
export const tokenPage = (tokens: readonly Listed[], { limit, cursor }: PageRequest): Page<Listed> => {
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const rest = tokens.filter((token) => after === undefined || keyOf(token) < after).sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: last === undefined || rest.length === items.length ? null : cursorOf(keyOf(last)) };
};

const keyOf = ({ created_at, id }: Listed): string => `${created_at} ${id}`;

const cursorOf = (key: string): string => Buffer.from(`tokens ${key}`).toString('base64url');

const placeOf = (cursor: string): string => {
  const [, key = ''] = /^tokens (\S{24} k[0-9a-f]{12})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (cursorOf(key) !== cursor)
    throw new HandoffError('invalid_request', 'The cursor is not one that this list gave.', {
      errors: [{ path: 'query.cursor', message: 'must be a next_cursor of this list' }],
    });
  return key;
};
