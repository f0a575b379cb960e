import type { Operation } from '../schema/operation.js';
import { AFTER_LAST, type Step, stepsOf } from './steps-of.js';

type Json = unknown;
type Steps = readonly Step[];

const OWNED_DEPTH = 2;

const indexIn = (list: readonly Json[], { key, index }: Step, last: number): number => {
  const place = index === AFTER_LAST ? list.length : index;
  if (place <= last) return place;
  throw new RangeError(`no index ${key} in a list of ${list.length}`);
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
    else this.#root = this.#step(this.#root, stepsOf(op.path), 0, op);
  }

  #step(node: Json, steps: Steps, depth: number, op: Operation): Json {
    if (Array.isArray(node)) return this.#inList(node, steps, depth, op);
    if (typeof node === 'object' && node !== null) return this.#inObject(node as Record<string, Json>, steps, depth, op);
    throw new RangeError(`nothing at ${op.path}`);
  }

  #inList(list: Json[], steps: Steps, depth: number, op: Operation): Json[] {
    const isHere = depth === steps.length - 1;
    const index = indexIn(list, steps[depth] as Step, isHere && op.op === 'add' ? list.length : list.length - 1);
    const value = isHere ? undefined : this.#step(list[index], steps, depth + 1, op);
    const mine = this.#mine.has(list) ? list : this.#owned(list.slice(), depth);
    if (!isHere) mine[index] = value;
    else if (op.op === 'add') mine.splice(index, 0, op.value);
    else if (op.op === 'remove') mine.splice(index, 1);
    else mine[index] = op.value;
    return mine;
  }

  #inObject(object: Record<string, Json>, steps: Steps, depth: number, op: Operation): Record<string, Json> {
    const { key } = steps[depth] as Step;
    const isHere = depth === steps.length - 1;
    if (key === '__proto__' || ((!isHere || op.op !== 'add') && !Object.hasOwn(object, key))) throw new RangeError(`no member ${key}`);
    if (isHere && op.op === 'remove') {
      const { [key]: _, ...kept } = object;
      return kept;
    }
    const value = isHere ? (op as { value: Json }).value : this.#step(object[key], steps, depth + 1, op);
    const mine = this.#mine.has(object) ? object : this.#owned({ ...object }, depth);
    mine[key] = value;
    return mine;
  }

  #owned<T extends object>(copy: T, depth: number): T {
    if (depth < OWNED_DEPTH) this.#mine.add(copy);
    return copy;
  }
}
