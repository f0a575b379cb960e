import { hintedFormats } from './hinted-formats.js';
import { SECRET_FORMATS, type SecretFormat } from './secret-formats.js';

const NO_FORMATS: readonly SecretFormat[] = [];
const ALL = Object.keys(SECRET_FORMATS) as SecretFormat[];

const markerOf = (format: SecretFormat): string =>
  `${SECRET_FORMATS[format].pattern.source.startsWith('(?<lead>') ? '$<lead>' : ''}[redacted:${format}]`;

/** The text with every known secret in it replaced by `[redacted:<format>]`, and which formats were found. */
export function redactSecrets(text: string): { text: string; formats: readonly SecretFormat[] } {
  const hinted = hintedFormats(text);
  if (hinted.size === 0) return { text, formats: NO_FORMATS };
  const formats: SecretFormat[] = [];
  let redacted = text;
  for (const format of ALL) {
    if (!hinted.has(format)) continue;
    const before = redacted;
    redacted = redacted.replace(SECRET_FORMATS[format].pattern, markerOf(format));
    if (redacted !== before) formats.push(format);
  }
  return { text: redacted, formats };
}
