import { hintedFormats } from './hinted-formats.js';
import { redactSecrets } from './redact-secrets.js';

interface Redacted {
  readonly value: unknown;
  /** Where secrets stood: `state_delta.decisions.0.rationale`. */
  readonly fields: readonly string[];
}

interface Options {
  /** Cuts a text that would be longer than it was, for those that have no room for the marker. */
  readonly keepLength?: boolean;
}

/** JSON as it came, with every known secret in its texts and keys replaced. The very same value where there is none. */
export function redactValue(value: unknown, { keepLength = false }: Options = {}): Redacted {
  if (!mayHoldSecrets(value)) return { value, fields: [] };
  const fields: string[] = [];
  const text = (given: string, at: string): string => {
    const { text: redacted, formats } = redactSecrets(given);
    if (formats.length === 0) return given;
    fields.push(at);
    return keepLength ? redacted.slice(0, given.length) : redacted;
  };
  const walk = (given: unknown, at: string): unknown => {
    if (typeof given === 'string') return text(given, at);
    if (typeof given !== 'object' || given === null) return given;
    if (Array.isArray(given)) return given.map((item, index) => walk(item, below(at, String(index))));
    return Object.fromEntries(
      Object.entries(given).map(([key, item]) => {
        // A key is shown by what has become of it: the list of fields is answered and logged.
        const name = text(key, below(at, redactSecrets(key).text));
        return [name, walk(item, below(at, name))];
      }),
    );
  };
  const walked = walk(value, '');
  return fields.length === 0 ? { value, fields } : { value: walked, fields: [...new Set(fields)] };
}

/** Nearly nothing does, and then nothing is copied. */
const mayHoldSecrets = (value: unknown): boolean => {
  if (typeof value === 'string') return hintedFormats(value).size > 0;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(mayHoldSecrets);
  return Object.entries(value).some(([key, item]) => hintedFormats(key).size > 0 || mayHoldSecrets(item));
};

const below = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);
