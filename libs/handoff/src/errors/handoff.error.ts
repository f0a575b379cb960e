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
    super(detail, options);
    this.kind = ERROR_CODES[code].kind;
    this.retryable = ERROR_CODES[code].retryable;
  }
}
