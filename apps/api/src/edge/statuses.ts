import type { ErrorCode, ErrorKind } from '@app/handoff';

/** What a refusal of the domain is called in HTTP. */
const STATUS_OF_KIND = {
  unreadable: 400,
  unauthorized: 401,
  never_allowed: 403,
  not_found: 404,
  not_now: 409,
  too_large: 413,
  unsupported: 415,
  rule: 422,
  precondition: 428,
  throttled: 429,
  fault: 500,
  unavailable: 503,
  storage_full: 507,
} as const satisfies Record<ErrorKind, number>;

const STATUS_OF_CODE: Partial<Record<ErrorCode, number>> = { method_not_allowed: 405 };

export const statusOf = ({ code, kind }: { readonly code: ErrorCode; readonly kind: ErrorKind }): number =>
  STATUS_OF_CODE[code] ?? STATUS_OF_KIND[kind];
