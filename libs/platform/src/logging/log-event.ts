import type { Config } from '../config/config.js';

/** An event as it is written: without secrets, every value plain and short. */
export interface LogEvent {
  readonly time: Date;
  readonly level: Config['logLevel'];
  readonly process: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
}
