import type { Problem } from './problem.js';

/** The service said no. `code` says why, `problem` has all of it: for a 409 how the task stands and what may be done instead. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: Problem['code'];
  readonly retryable: boolean;
  readonly detail: string;

  constructor(
    readonly problem: Problem,
    /** What `Retry-After` asked for. */
    readonly retryAfterS: number | null = null,
  ) {
    super(`${problem.code}: ${problem.detail}`);
    this.status = problem.status;
    this.code = problem.code;
    this.retryable = problem.retryable;
    this.detail = problem.detail;
  }
}
