export interface Lengths {
  readonly chars: number;
  readonly entries: number;
}

/** The same value with long texts and long lists cut, each marked where it was. */
export function shortened(value: unknown, lengths: Lengths): unknown {
  if (typeof value === 'string') return value.length <= lengths.chars ? value : `${value.slice(0, lengths.chars).toWellFormed()}…`;
  if (Array.isArray(value)) return shortenedList(value, lengths);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner, lengths)]));
}

function shortenedList(list: readonly unknown[], lengths: Lengths): unknown[] {
  const kept = list.slice(0, lengths.entries).map((entry) => shortened(entry, lengths));
  return list.length > kept.length ? [...kept, `… ${list.length - kept.length} more`] : kept;
}
