const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
    : value;

/** One text per value, whatever order its keys were written in. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted);
