import type { Config } from '../config/config.js';
import { LOG_LEVELS } from '../config/environment.js';

type LogLevel = Config['logLevel'];

/** One line per event, on standard error; standard output belongs to the start screen and to commands that print a result. */
export type Logger = Readonly<Record<LogLevel, (message: string) => void>>;

interface LoggerOptions {
  readonly name: string;
  readonly level: LogLevel;
  readonly write?: (line: string) => void;
  readonly now?: () => Date;
}

export function createLogger({ name, level, write = (line) => process.stderr.write(line), now = () => new Date() }: LoggerOptions): Logger {
  const at = (lineLevel: LogLevel) => (message: string) => {
    if (LOG_LEVELS.indexOf(lineLevel) > LOG_LEVELS.indexOf(level)) return;
    const time = now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z');
    // A message of several lines, such as a stack, stays one event: its further lines are indented.
    write(`${time} ${lineLevel.padEnd(5)} ${name.padEnd(6)} ${message.replaceAll('\n', '\n  ')}\n`);
  };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}
