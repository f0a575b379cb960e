export interface Lengths {
  readonly chars: number;
  readonly entries: number;
}

/** As many fields as anything has that is not somebody's own: all of them are kept, however little there is room for. */
const FIELDS = 12;

/** The same value with long texts, long lists and objects of many fields cut, each marked where it was. */
export function shortened(value: unknown, lengths: Lengths): unknown {
  if (typeof value === 'string') return shortenedText(value, lengths);
  if (Array.isArray(value)) return shortenedList(value, lengths);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  const kept = fields
    .slice(0, Math.max(FIELDS, lengths.entries))
    .map(([key, inner]) => [shortenedText(key, lengths), shortened(inner, lengths)]);
  return Object.fromEntries(fields.length > kept.length ? [...kept, ['…', `${fields.length - kept.length} more`]] : kept);
}

const shortenedText = (text: string, { chars }: Lengths): string =>
  text.length <= chars ? text : `${text.slice(0, chars).toWellFormed()}…`;

function shortenedList(list: readonly unknown[], lengths: Lengths): unknown[] {
  const kept = list.slice(0, lengths.entries).map((entry) => shortened(entry, lengths));
  return list.length > kept.length ? [...kept, `… ${list.length - kept.length} more`] : kept;
}
