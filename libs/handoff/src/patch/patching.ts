import type { Operation } from '../schema/operation.js';

type Json = unknown;
type Tokens = readonly string[];

const OWNED_DEPTH = 2;

const unescapeToken = (token: string): string => (token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token);

/** `-` is the place after the last entry: there something can be added, and nothing is there to change. */
const indexIn = (list: readonly Json[], token: string, last: number): number => {
  const index = token === '-' ? list.length : Number(token);
  if (!/^(0|[1-9]\d*|-)$/.test(token) || index > last) throw new RangeError(`no index ${token} in a list of ${list.length}`);
  return index;
};

/**
 * A document that operations are applied to one by one. What it was given is never changed. The root and its lists are copied when
 * they first change and then changed in place; all that lies deeper is copied every time, so that an item that has not changed is the same object.
 */
export class Patching {
  #root: Json;
  readonly #mine = new Set<Json>();

  constructor(document: Json) {
    this.#root = document;
  }

  get document(): Json {
    return this.#root;
  }

  change(op: Operation): void {
    if (op.path === '') this.#root = op.op === 'remove' ? null : op.value;
    else this.#root = this.#step(this.#root, op.path.slice(1).split('/').map(unescapeToken), 0, op);
  }

  #step(node: Json, tokens: Tokens, depth: number, op: Operation): Json {
    if (Array.isArray(node)) return this.#inList(node, tokens, depth, op);
    if (typeof node === 'object' && node !== null) return this.#inObject(node as Record<string, Json>, tokens, depth, op);
    throw new RangeError(`nothing at ${op.path}`);
  }

  #inList(list: Json[], tokens: Tokens, depth: number, op: Operation): Json[] {
    const token = tokens[depth] ?? '';
    const isHere = depth === tokens.length - 1;
    const index = indexIn(list, token, isHere && op.op === 'add' ? list.length : list.length - 1);
    const value = isHere ? undefined : this.#step(list[index], tokens, depth + 1, op);
    const mine = this.#own(list, depth, () => [...list]);
    if (!isHere) mine[index] = value;
    else if (op.op === 'add') mine.splice(index, 0, op.value);
    else if (op.op === 'remove') mine.splice(index, 1);
    else mine[index] = op.value;
    return mine;
  }

  #inObject(object: Record<string, Json>, tokens: Tokens, depth: number, op: Operation): Record<string, Json> {
    const key = tokens[depth] ?? '';
    const isHere = depth === tokens.length - 1;
    if (key === '__proto__' || ((!isHere || op.op !== 'add') && !Object.hasOwn(object, key))) throw new RangeError(`no member ${key}`);
    if (isHere && op.op === 'remove') {
      const { [key]: _, ...kept } = object;
      return kept;
    }
    const value = isHere ? (op as { value: Json }).value : this.#step(object[key], tokens, depth + 1, op);
    const mine = this.#own(object, depth, () => ({ ...object }));
    mine[key] = value;
    return mine;
  }

  #own<T extends object>(container: T, depth: number, copy: () => T): T {
    if (this.#mine.has(container)) return container;
    const mine = copy();
    if (depth < OWNED_DEPTH) this.#mine.add(mine);
    return mine;
  }
}
