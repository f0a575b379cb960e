/** One step of a path: a member's key, or where a list is met an index. */
export interface Step {
  readonly key: string;
  /** NaN where the key is none; `AFTER_LAST` for `-`. */
  readonly index: number;
}

/** The place after the last entry: there something can be added, and nothing is there to change. */
export const AFTER_LAST = -1;

/** Effects use the same few paths again and again; more than so many at once would be somebody else's. */
const MOST_KNOWN = 4_096;
const known = new Map<string, readonly Step[]>();

const unescaped = (token: string): string => (token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token);

const indexOf = (key: string): number => {
  if (key === '-') return AFTER_LAST;
  return /^(0|[1-9]\d*)$/.test(key) ? Number(key) : Number.NaN;
};

/** What a JSON Pointer other than the empty one leads through. */
export const stepsOf = (path: string): readonly Step[] => {
  const present = known.get(path);
  if (present !== undefined) return present;
  const steps = path
    .slice(1)
    .split('/')
    .map(unescaped)
    .map((key) => ({ key, index: indexOf(key) }));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(path, steps);
  return steps;
};
