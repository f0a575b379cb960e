import { ApiError } from '../api.error.js';
import type { CallOptions, QueryValues } from '../client.js';
import type { Route } from '../routes.js';
import { Unreachable } from '../unreachable.error.js';
import { persist } from './persist.js';
import { type Sent, send } from './send.js';

export interface CallerOptions {
  /** Where the service is; empty for a page that the service itself serves. */
  readonly baseUrl: string;
  readonly token?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Unless a call says otherwise. */
  readonly patienceMs?: number | undefined;
  /** How long one sending may take, apart from what the service was asked to wait. */
  readonly timeoutMs?: number | undefined;
  /** Further ones for each call, asked for anew: a trace that is under way, say. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
  /** Told before every further sending, with what the last one failed with. */
  readonly onWait?: ((failure: unknown, waitMs: number) => void) | undefined;
}

export interface Request {
  readonly path: readonly (string | number)[];
  readonly input?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options?: CallOptions | undefined;
}

const PATIENCE_MS = 30_000;
const TIMEOUT_MS = 30_000;
/** These say that nothing was done, so that sending again is safe whatever the call does. */
const CERTAINLY_REFUSED: readonly string[] = ['rate_limited', 'overloaded'];

/** Sends calls, and sends them again as long as that is safe and can help. */
export class Caller {
  constructor(private readonly given: CallerOptions) {}

  call(route: Route, { path, input, headers, options = {} }: Request): Promise<Sent> {
    const query = { ...(route.input === 'query' ? (input as QueryValues) : {}), ...options.query };
    const body = route.input === 'body' ? (input as Readonly<Record<string, unknown>>) : undefined;
    const init: RequestInit = {
      method: route.method,
      headers: { ...this.headers(route.plainText), ...headersOf(route, body, options), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const sending = {
      fetch: this.given.fetch ?? globalThis.fetch,
      url: this.url(route.address, path, query),
      init,
      signal: options.signal,
      timeoutMs: (this.given.timeoutMs ?? TIMEOUT_MS) + Number(query.wait_s ?? 0) * 1_000,
    };
    return persist(() => send(sending), {
      patienceMs: options.patienceMs ?? this.given.patienceMs ?? PATIENCE_MS,
      signal: options.signal,
      mayRepeat: route.repeatable === false ? isRefusalThatPasses : mayPass,
      onWait: this.given.onWait,
    });
  }

  url(address: string, path: readonly (string | number)[], query: QueryValues = {}): string {
    const parts = [...path];
    const filled = address.replaceAll(':', () => encodeURIComponent(String(parts.shift() ?? '')));
    const asked = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = asked.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join('&');
    return `${this.given.baseUrl.replace(/\/$/, '')}${filled}${search === '' ? '' : filled.includes('?') ? `&${search}` : `?${search}`}`;
  }

  headers(plainText = false): Record<string, string> {
    const { token } = this.given;
    return {
      ...this.given.headers?.(),
      accept: plainText ? 'text/plain' : 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
  }
}

function headersOf(route: Route, body: Readonly<Record<string, unknown>> | undefined, options: CallOptions): Record<string, string> {
  // A command that names its version is recognised by that; every other one gets a key, so that it is carried out once.
  const made = route.keyed === true && body?.expected_version === undefined ? makeKey() : undefined;
  const key = options.idempotencyKey ?? made;
  return {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(options.minimal === true ? { prefer: 'return=minimal' } : {}),
  };
}

/** Not `randomUUID`: a page that was not loaded over TLS does not have it. */
function makeKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The service knows whether sending again can help; without an answer it always may. */
function mayPass(failure: unknown): boolean {
  return failure instanceof Unreachable || (failure instanceof ApiError && failure.retryable);
}

function isRefusalThatPasses(failure: unknown): boolean {
  return failure instanceof ApiError && CERTAINLY_REFUSED.includes(failure.code);
}
