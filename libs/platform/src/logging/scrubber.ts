import { redactSecrets } from '../secrets/redact-secrets.js';
import type { LogEvent } from './log-event.js';
import type { LogFields } from './logger.js';

/** One event is to be read by a person or a collector, not a dump of what failed. */
const LONGEST_CHARS = 8_000;
const SECRET_NAMES = /authorization|cookie|password|passphrase|secret|token|api[_-]?key/i;

/** Makes what is logged fit to be kept: secrets out, of known formats and those of this process by their very words, and all of it short. */
export class Scrubber {
  private readonly own: readonly string[];

  constructor(secrets: readonly string[]) {
    this.own = secrets.filter((secret) => secret !== '');
  }

  text(text: string): string {
    const clipped =
      text.length > LONGEST_CHARS ? `${text.slice(0, LONGEST_CHARS)} … (${text.length - LONGEST_CHARS} more characters)` : text;
    const known = this.own.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), clipped);
    return redactSecrets(known).text;
  }

  fields(fields: LogFields): LogEvent['fields'] {
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given.map(([name, value]) => [name, this.value(name, value)]));
  }

  private value(name: string, value: unknown): string | number | boolean | null {
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
    if (SECRET_NAMES.test(name)) return '[redacted]';
    return this.text(typeof value === 'string' ? value : value instanceof Error ? storyOf(value) : jsonOf(value));
  }
}

function storyOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${storyOf(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}

function jsonOf(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (name, inner) => (SECRET_NAMES.test(name) && typeof inner === 'string' ? '[redacted]' : inner)) ?? String(value)
    );
  } catch {
    return String(value);
  }
}
