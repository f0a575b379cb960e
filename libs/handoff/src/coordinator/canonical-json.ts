const inOrder = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  // Without a prototype every key is just a key.
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value).sort()) copy[key] = inOrder((value as Record<string, unknown>)[key]);
  return copy;
};

/** One text per value, whatever order its keys were written in. */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value));
