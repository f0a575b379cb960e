/** Lists are short; beyond this a path is made when it is needed. */
const MOST_ENTRIES = 256;
const members = new Map<string, string>();
const entries = new Map<string, string[]>();

/** The JSON Pointer to a member of the state. Each is made once: records hold the same few paths by the thousand. */
export const memberPath = (key: string): string => {
  const known = members.get(key);
  if (known !== undefined) return known;
  const path = `/${key}`;
  members.set(key, path);
  return path;
};

/** The JSON Pointer to an entry of one of its lists. */
export const entryPath = (list: string, index: number): string => {
  if (index >= MOST_ENTRIES) return `/${list}/${index}`;
  let known = entries.get(list);
  if (known === undefined) {
    known = Array.from({ length: MOST_ENTRIES }, (_, at) => `/${list}/${at}`);
    entries.set(list, known);
  }
  return known[index] as string;
};
