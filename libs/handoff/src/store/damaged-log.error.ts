/** A read met something in a log that cannot be. Never leaves the store: the log is then examined from its beginning, and the task becomes read-only. */
export class DamagedLogError extends Error {
  override readonly name = 'DamagedLogError';

  constructor(
    readonly afterVersion: number,
    readonly reason: string,
    options?: { cause?: unknown },
  ) {
    super(reason, options);
  }
}
