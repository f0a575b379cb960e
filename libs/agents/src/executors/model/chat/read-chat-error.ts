import type { Hush } from '../run/hush.js';
import { ChatFailure } from './chat-failure.js';
import { retryAfterMs } from './retry-after-ms.js';

/** Whom a call went to, and what may not be told of it. */
export interface Callee {
  readonly name: string;
  /** The variable its key stands in; null when none was sent. */
  readonly keyName: string | null;
  readonly hush: Hush;
}

const MESSAGE_CHARS = 500;
/** Rate limits that say nothing else are of a minute. */
const RATE_LIMIT_S = 60;
/** A person has to do something first; seldom enough that the task's history does not fill with tries. */
const CREDENTIALS_S = 300;
const QUOTA_S = 900;

/** Errors in the middle of a stream have no status of their own, only a type. */
const STATUS_OF_TYPE: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['rate_limit_exceeded', 429],
  ['insufficient_quota', 429],
  ['api_error', 500],
  ['server_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);

/** What an SDK threw, as what it means for the run. Both SDKs' errors have the same fields; they are read without loading either. */
export function readChatError(error: unknown, callee: Callee): ChatFailure {
  // Secrets first: half a key would not be known for one.
  const told = (value: unknown) => callee.hush(String(value)).slice(0, MESSAGE_CHARS);
  const said = told(field(error, 'message') ?? error);
  const status = statusOf(error);
  if (status !== undefined) return failureOf(status, said, error, callee);
  // What is no event stream at all will be none the next time either.
  if (field(error, 'name') === 'SyntaxError')
    return new ChatFailure({ class: 'code', reason: `${callee.name} answered what cannot be read: ${said}` }, { afterMs: null });
  const cause = field(error, 'cause');
  const why = cause === undefined ? said : `${said} (${told(field(cause, 'message') ?? cause)})`;
  return new ChatFailure({ class: 'transient', reason: `The connection to ${callee.name} failed: ${why}` }, { afterMs: null });
}

function failureOf(status: number, said: string, error: unknown, { name, keyName }: Callee): ChatFailure {
  const afterMs = retryAfterMs(field(error, 'headers'));
  const reason = `${name} answered ${status}: ${said}`;
  // Accounts and their limits are no fault of the agent: its attempts are kept for when somebody has put them right.
  if (status === 401 || status === 403) return limit(`${reason} ${keyAdvice(keyName)}`, CREDENTIALS_S);
  if (status === 402 || [field(error, 'code'), field(error, 'type')].includes('insufficient_quota')) return limit(reason, QUOTA_S);
  if (status === 429) {
    const waitS = afterMs === null ? RATE_LIMIT_S : Math.min(86_400, Math.ceil(afterMs / 1_000));
    return new ChatFailure({ class: 'limit', reason, retry_after_s: waitS }, { afterMs });
  }
  if (status >= 500 || status === 408 || status === 409) return new ChatFailure({ class: 'transient', reason }, { afterMs });
  // An unknown model, too long a conversation, a redirect: the same call would be answered the same.
  return new ChatFailure({ class: 'code', reason }, null);
}

const limit = (reason: string, retry_after_s: number): ChatFailure => new ChatFailure({ class: 'limit', reason, retry_after_s }, null);

const keyAdvice = (keyName: string | null): string =>
  keyName === null ? 'No key was sent: name its variable as `api_key_env`.' : `The key is the one in ${keyName}.`;

function statusOf(error: unknown): number | undefined {
  const told = [
    field(error, 'status'),
    STATUS_OF_TYPE.get(field(error, 'type')),
    STATUS_OF_TYPE.get(field(error, 'code')),
    field(error, 'code'),
  ];
  return told.find((value) => typeof value === 'number');
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
