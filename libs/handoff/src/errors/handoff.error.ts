import { ERROR_CODES, type ErrorCode, type ErrorKind } from './error-codes.js';

/** The one root of everything that can be refused or go wrong. Whoever throws it knows whether trying again can help; nobody who catches it guesses. */
export class HandoffError extends Error {
  override readonly name = 'HandoffError';
  readonly kind: ErrorKind;
  readonly retryable: boolean;

  constructor(
    readonly code: ErrorCode,
    detail: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    options?: { cause?: unknown },
  ) {
    const { kind, retryable } = ERROR_CODES[code];
    const { stackTraceLimit } = Error;
    // Somebody else was faster: an answer, not an accident. In a crowd, noting where each was thrown would cost more than all else it takes.
    if (kind === 'not_now') Error.stackTraceLimit = 0;
    super(detail, options);
    Error.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.retryable = retryable;
  }
}
