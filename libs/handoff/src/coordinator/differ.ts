type Fields = Readonly<Record<string, unknown>>;

/** Whether two values certainly do not have the same JSON. False may also mean that only a closer look can tell. */
export const differ = (a: unknown, b: unknown): boolean => {
  if (a === b || a === undefined || b === undefined) return false;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return true;
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return true;
  return Object.keys(a).some((key) => differ((a as Fields)[key], (b as Fields)[key]));
};
