import { utf8Bytes } from '../schema/utf8-bytes.js';

const INDENT_BYTES = 4;
const remembered = new WeakMap<object, number>();

const linesOf = (text: string): number => {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
};

/** How many bytes an item takes in the state file, at most: pretty-printed, two levels deep. Items never change, so each is weighed once. */
export const weigh = (item: object): number => {
  const known = remembered.get(item);
  if (known !== undefined) return known;
  const pretty = JSON.stringify(item, null, 2);
  const bytes = utf8Bytes(pretty) + linesOf(pretty) * INDENT_BYTES + 2;
  remembered.set(item, bytes);
  return bytes;
};

export const weighAll = (items: readonly object[]): number => items.reduce((sum, item) => sum + weigh(item), 0);
