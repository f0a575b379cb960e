import { trace } from '@opentelemetry/api';
import type { Config } from '../config/config.js';
import { LOG_LEVELS } from '../config/environment.js';
import { jsonLine } from './json-line.js';
import type { LogEvent } from './log-event.js';
import type { LogFields, Logger } from './logger.js';
import { prettyLine } from './pretty-line.js';
import { Scrubber } from './scrubber.js';

type LogLevel = Config['logLevel'];

interface LoggerOptions {
  /** Of the process, as it stands on every line. */
  readonly name: string;
  readonly level: LogLevel;
  /** Words that must not be written whatever they look like, such as a token given from outside. */
  readonly secrets?: readonly string[];
  readonly line?: (event: LogEvent) => string;
  readonly write?: (line: string) => void;
  readonly now?: () => Date;
}

/** Lines for a person when standard error is a terminal, else one JSON object per line. */
export function createLogger(options: LoggerOptions): Logger {
  const { name, level, secrets = [], line = lineForStandardError(), write = writeToStandardError, now = () => new Date() } = options;
  const scrubber = new Scrubber(secrets);
  const logger = (inherited: LogFields): Logger => {
    const at =
      (lineLevel: LogLevel) =>
      (message: string, fields: LogFields = {}) => {
        if (LOG_LEVELS.indexOf(lineLevel) > LOG_LEVELS.indexOf(level)) return;
        const all = scrubber.fields({ ...inherited, ...fields, trace_id: traceId() });
        write(line({ time: now(), level: lineLevel, process: name, message: scrubber.text(message), fields: all }));
      };
    return {
      error: at('error'),
      warn: at('warn'),
      info: at('info'),
      debug: at('debug'),
      child: (fields) => logger({ ...inherited, ...fields }),
    };
  };
  return logger({});
}

/** So that whoever has the trace finds its lines. */
function traceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

function lineForStandardError(): (event: LogEvent) => string {
  const { isTTY } = process.stderr;
  if (!isTTY) return jsonLine;
  const inColour = process.stderr.hasColors();
  return (event) => prettyLine(event, inColour);
}

function writeToStandardError(line: string): void {
  process.stderr.write(line);
}
