import { ApiError } from '../api.error.js';
import { problemOf } from '../problem.js';
import { Unreachable } from '../unreachable.error.js';
import { limited } from './limited.js';

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sending {
  readonly fetch: typeof globalThis.fetch;
  readonly url: string;
  readonly init: RequestInit;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** One request and its whole answer; `ApiError` when it is a refusal, `Unreachable` when it did not come back whole. */
export async function send({ fetch, url, init, signal, timeoutMs }: Sending): Promise<Sent> {
  const limit = limited(timeoutMs, signal);
  try {
    const response = await fetch(url, { ...init, signal: limit.signal });
    const text = await response.text();
    if (!response.ok && response.status !== 304) throw refusal(response, text);
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw signal?.aborted ? signal.reason : new Unreachable(`${url} did not answer: ${reasonOf(error)}`, { cause: error });
  } finally {
    limit.done();
  }
}

export function refusal(response: Response, text: string): ApiError {
  return new ApiError(problemOf(response.status, text), retryAfterS(response.headers.get('retry-after')));
}

/** Seconds, or a moment in HTTP's own writing. */
function retryAfterS(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/** What `fetch` says is seldom more than "fetch failed"; why stands in its cause. */
function reasonOf(error: unknown): string {
  if (!(typeof error === 'object' && error !== null)) return String(error);
  if ('cause' in error && error.cause !== undefined && error.cause !== error) return reasonOf(error.cause);
  const { code, message } = error as { code?: unknown; message?: unknown };
  return ([code, message].find((part) => typeof part === 'string' && part !== '') as string | undefined) ?? String(error);
}
