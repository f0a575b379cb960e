type Fields = Readonly<Record<string, unknown>>;

/** What stands at this place; undefined where the way there ends. */
export const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Fields | null | undefined)?.[key], value);

/** The same with something else at this place, to which the way is there. */
export const withAt = <T extends object>(value: T, [key, ...rest]: readonly string[], replacement: unknown): T => {
  if (key === undefined) return value;
  const inner = (value as Fields)[key];
  return { ...value, [key]: rest.length === 0 ? replacement : withAt(inner as object, rest, replacement) };
};
