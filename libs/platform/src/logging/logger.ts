/** What an event is about, beside its message: `request_id`, `task_id`, `principal`, `error`. */
export type LogFields = Readonly<Record<string, unknown>>;

type Say = (message: string, fields?: LogFields) => void;

/** One line per event, on standard error; standard output belongs to the start screen and to commands that print a result. No secret gets past it. */
export interface Logger {
  readonly error: Say;
  readonly warn: Say;
  readonly info: Say;
  readonly debug: Say;
  /** The same log, with these fields on every line. */
  child(fields: LogFields): Logger;
}
