import type { ErrorCode } from '../errors/error-codes.js';
import { HandoffError } from '../errors/handoff.error.js';

export const refuse = (code: ErrorCode, detail: string, details: Readonly<Record<string, unknown>> = {}): never => {
  throw new HandoffError(code, detail, details);
};
