/** From so many keys on, sorting by inserting takes longer than the general way. */
const MANY = 16;

/** Few keys, as nearly every object here has, are sorted in place: this is done for every object of every command. */
const sorted = (keys: string[]): string[] => {
  if (keys.length > MANY) return keys.sort();
  for (let next = 1; next < keys.length; next++) {
    const key = keys[next] as string;
    let at = next;
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
  return keys;
};

const inOrder = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const copy: Record<string, unknown> = {};
  for (const key of sorted(Object.keys(value))) {
    const entry = inOrder((value as Record<string, unknown>)[key]);
    if (key === '__proto__') Object.defineProperty(copy, key, { value: entry, enumerable: true });
    else copy[key] = entry;
  }
  return copy;
};

/** One text per value, whatever order its keys were written in. */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value));
