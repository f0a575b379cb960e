import type { Operation } from '../schema/operation.js';

type Json = unknown;

const unescapeToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** `-` is the place after the last entry: there something can be added, and nothing is there to change. */
const indexIn = (list: readonly Json[], token: string, last: number): number => {
  const index = token === '-' ? list.length : Number(token);
  if (!/^(0|[1-9]\d*|-)$/.test(token) || index > last) throw new RangeError(`no index ${token} in a list of ${list.length}`);
  return index;
};

const inList = (list: readonly Json[], token: string, rest: readonly string[], op: Operation): Json[] => {
  const copy = [...list];
  if (rest.length > 0) {
    const index = indexIn(list, token, list.length - 1);
    copy[index] = step(list[index], rest, op);
  } else if (op.op === 'add') copy.splice(indexIn(list, token, list.length), 0, op.value);
  else if (op.op === 'remove') copy.splice(indexIn(list, token, list.length - 1), 1);
  else copy[indexIn(list, token, list.length - 1)] = op.value;
  return copy;
};

const inObject = (object: Readonly<Record<string, Json>>, key: string, rest: readonly string[], op: Operation): Record<string, Json> => {
  if ((rest.length > 0 || op.op !== 'add') && !Object.hasOwn(object, key)) throw new RangeError(`no member ${key}`);
  if (rest.length > 0) return { ...object, [key]: step(object[key], rest, op) };
  if (op.op !== 'remove') return { ...object, [key]: op.value };
  const { [key]: _, ...kept } = object;
  return kept;
};

const step = (node: Json, [token = '', ...rest]: readonly string[], op: Operation): Json => {
  if (Array.isArray(node)) return inList(node, token, rest, op);
  if (typeof node === 'object' && node !== null) return inObject(node as Record<string, Json>, token, rest, op);
  throw new RangeError(`nothing at ${op.path}`);
};

/**
 * Applies RFC 6902 operations without changing what it was given: untouched parts are shared, keys keep their order.
 * The one way a state comes about, when it is decided and when it is replayed.
 */
export const apply = (document: Json, operations: readonly Operation[]): Json =>
  operations.reduce<Json>((node, op) => {
    if (op.path === '') return op.op === 'remove' ? null : op.value;
    return step(node, op.path.slice(1).split('/').map(unescapeToken), op);
  }, document);
