import type { ErrorCode, Next } from '@app/handoff';

/** A refusal as it comes over the wire: problem+json. What a later version adds to it is kept and ignored. */
export interface Problem {
  /** `unknown` when the answer is from something in between, such as a proxy, and names none. */
  readonly code: ErrorCode | 'unknown';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Whether sending the very same request again can succeed without anything else being done first. */
  readonly retryable: boolean;
  readonly request_id?: string;
  readonly next?: Next;
  readonly current_version?: number;
  readonly [more: string]: unknown;
}

/** Said by whatever stands in front of the service when the service itself does not answer. */
const PASSING: readonly number[] = [429, 502, 503, 504];

/** Reads a refusal out of any answer that is one, also out of a page that some proxy made. */
export function problemOf(status: number, body: string): Problem {
  const given = objectIn(body);
  const text = (key: string, otherwise: string) => (typeof given[key] === 'string' ? given[key] : otherwise);
  const title = text('title', `Status ${status}`);
  return {
    ...given,
    // A code this build does not know is passed on as it is: it says more than `unknown` would.
    code: text('code', 'unknown') as Problem['code'],
    status,
    title,
    detail: text('detail', title),
    retryable: typeof given.retryable === 'boolean' ? given.retryable : PASSING.includes(status),
  };
}

function objectIn(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
