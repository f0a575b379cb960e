import { jsonBytes } from '../schema/json-bytes.js';

const INDENT_BYTES = 2;
/** Items of the state stand this deep in its file. */
const ITEM_INDENT_BYTES = 2 * INDENT_BYTES;
const remembered = new WeakMap<object, number>();

const textBytes = (text: string): number => jsonBytes(text) + 2;

/** Brackets, and what stands before and behind each entry: a comma or the end, the line's end, and the indent. */
const frameBytes = (entries: number, indent: number): number =>
  entries === 0 ? 2 : 2 + (entries - 1) + (entries + 1) + entries * (indent + INDENT_BYTES) + indent;

const listBytes = (list: readonly unknown[], indent: number): number => {
  let bytes = frameBytes(list.length, indent);
  for (const value of list) bytes += valueBytes(value, indent + INDENT_BYTES);
  return bytes;
};

const objectBytes = (object: object, indent: number): number => {
  let bytes = 0;
  let entries = 0;
  for (const key of Object.keys(object)) {
    const value = (object as Readonly<Record<string, unknown>>)[key];
    if (value === undefined) continue;
    bytes += textBytes(key) + 2 + valueBytes(value, indent + INDENT_BYTES);
    entries++;
  }
  return bytes + frameBytes(entries, indent);
};

/** As `JSON.stringify` would print it, pretty, but for a first indent. */
const valueBytes = (value: unknown, indent: number): number => {
  if (typeof value === 'string') return textBytes(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? listBytes(value, indent) : objectBytes(value, indent);
  return String(value).length;
};

/** How many bytes an item takes in the state file, at most: pretty-printed, two levels deep. Items never change, so each is weighed once. */
export const weigh = (item: object): number => {
  const known = remembered.get(item);
  if (known !== undefined) return known;
  const bytes = ITEM_INDENT_BYTES + valueBytes(item, ITEM_INDENT_BYTES) + 2;
  remembered.set(item, bytes);
  return bytes;
};

export const weighAll = (items: readonly object[]): number => {
  let bytes = 0;
  for (const item of items) bytes += weigh(item);
  return bytes;
};
