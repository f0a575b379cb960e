/** Takes secrets out of a text. */
export type Hush = (text: string) => string;

/** Shorter ones are placeholders for servers that need no key, and would be found in ordinary words. */
const SECRET_CHARS = 8;

/** Known formats of secrets, and the key of this run, which need not look like one. */
export function hushFor(key: string, redact: Hush): Hush {
  if (key.length < SECRET_CHARS) return redact;
  return (text) => redact(text.replaceAll(key, '[redacted:model-key]'));
}

/** The same for every text in a value. */
export function hushed(value: unknown, hush: Hush): unknown {
  if (typeof value === 'string') return hush(value);
  if (Array.isArray(value)) return value.map((item) => hushed(item, hush));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [hush(key), hushed(item, hush)]));
}
