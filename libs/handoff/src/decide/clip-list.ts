import { utf8Bytes } from '../schema/utf8-bytes.js';

/** As many of a list's first entries as fit into the room the state has for them, each shortened; the first always. */
export const clipList = <T>(posted: readonly T[], shorten: (entry: T) => T, roomBytes: number): T[] => {
  const kept: T[] = [];
  let bytes = 0;
  for (const entry of posted) {
    const short = shorten(entry);
    bytes += utf8Bytes(JSON.stringify(short));
    if (kept.length > 0 && bytes > roomBytes) break;
    kept.push(short);
  }
  return kept;
};
