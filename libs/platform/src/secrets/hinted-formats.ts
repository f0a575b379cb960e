import { SECRET_FORMATS, type SecretFormat } from './secret-formats.js';

/** Five bits of each of the last three characters. */
const KEYS = 1 << 15;
const CHAR_BITS = 5;

interface Hint {
  readonly text: string;
  readonly format: SecretFormat;
}

const keyOf = (text: string): number =>
  ((text.charCodeAt(0) << (2 * CHAR_BITS)) ^ (text.charCodeAt(1) << CHAR_BITS) ^ text.charCodeAt(2)) & (KEYS - 1);

const table = (): readonly (readonly Hint[] | undefined)[] => {
  const hints: (Hint[] | undefined)[] = new Array<Hint[] | undefined>(KEYS).fill(undefined);
  for (const [format, { hints: texts }] of Object.entries(SECRET_FORMATS))
    for (const text of texts) {
      const same = hints[keyOf(text)] ?? [];
      same.push({ text, format: format as SecretFormat });
      hints[keyOf(text)] = same;
    }
  return hints;
};

const HINTS = table();
const NONE: ReadonlySet<SecretFormat> = new Set();

/** Which formats a text can hold at all. One walk for all of them: half a hundred patterns would each take their own. */
export const hintedFormats = (text: string): ReadonlySet<SecretFormat> => {
  let found: Set<SecretFormat> | undefined;
  let key = 0;
  for (let i = 0; i < text.length; i++) {
    key = ((key << CHAR_BITS) ^ text.charCodeAt(i)) & (KEYS - 1);
    const hints = HINTS[key];
    if (hints === undefined) continue;
    for (const hint of hints) if (text.startsWith(hint.text, i - 2)) found = (found ?? new Set<SecretFormat>()).add(hint.format);
  }
  return found ?? NONE;
};
