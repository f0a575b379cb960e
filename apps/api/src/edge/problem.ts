import { ERROR_CODES, type ErrorCode, HandoffError } from '@app/handoff';
import { redactSecrets, redactValue } from '@app/platform';
import { statusOf } from './statuses.js';

/** How long to wait before trying again, where whoever refused did not say. */
const RETRY_AFTER_S = 1;

export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An error as RFC 9457 shows it to a caller. */
export const problemOf = (error: HandoffError, requestId: string): Problem => {
  const status = statusOf(error);
  const { retry_after_s, ...details } = error.details;
  const waits = status === 429 || status === 503;
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      ...(waits ? { 'retry-after': String(retry_after_s ?? RETRY_AFTER_S) } : {}),
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(status === 405 ? { allow: [details.allowed ?? []].flat().join(', ') } : {}),
    },
    body: {
      type: `/docs/errors#${error.code}`,
      title: ERROR_CODES[error.code].title,
      status,
      detail: redactSecrets(error.message).text,
      code: error.code,
      retryable: error.retryable,
      request_id: requestId,
      ...(retry_after_s === undefined ? {} : { retry_after_s }),
      ...details,
      ...(details.errors === undefined ? {} : { errors: redactValue(details.errors).value }),
    },
  };
};

/** What Fastify and Nest say in their own words, in ours. */
const CODE_OF_FOREIGN: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_request',
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

interface Foreign {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly message?: string;
  getStatus?(): number;
}

const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
};

/** Any error as one of the family. What nobody foresaw is `internal`, and its words stay inside. */
export const handoffErrorOf = (error: unknown): HandoffError => {
  if (error instanceof HandoffError) return error;
  const foreign = (error ?? {}) as Foreign;
  const status = foreign.getStatus?.() ?? (typeof foreign.statusCode === 'number' ? foreign.statusCode : 500);
  const code = CODE_OF_FOREIGN[String(foreign.code)] ?? CODE_OF_STATUS[status];
  if (code === undefined)
    return new HandoffError('internal', 'Something went wrong inside; the log has it under this request id.', {}, { cause: error });
  return new HandoffError(code, foreign.message ?? ERROR_CODES[code].title, {}, { cause: error });
};
