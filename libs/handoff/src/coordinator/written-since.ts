import { operationsOf } from '../history/replay.js';
import type { TaskStore } from '../ports/task-store.js';
import type { Operation } from '../schema/operation.js';
import type { TaskState } from '../schema/task-state.js';
import { utf8Bytes } from '../schema/utf8-bytes.js';

const PATCH_VERSIONS = 200;
const PATCH_BYTES = 64 * 1024;

/** However a character is written, it takes no more than six. */
const MOST_PER_CHAR = 6;
/** Around a value: a key's quotes and colon, brackets, a comma, a number's digits. */
const AROUND = 32;

/** No fewer bytes than this value takes as JSON. */
const mostBytes = (value: unknown): number => {
  if (typeof value === 'string') return value.length * MOST_PER_CHAR + AROUND;
  if (typeof value !== 'object' || value === null) return AROUND;
  let bytes = AROUND;
  for (const key of Object.keys(value)) bytes += mostBytes(key) + mostBytes((value as Readonly<Record<string, unknown>>)[key]);
  return bytes;
};

/** Most are so short that nobody has to print them to know. */
const isLong = (patch: readonly Operation[]): boolean => mostBytes(patch) > PATCH_BYTES && utf8Bytes(JSON.stringify(patch)) > PATCH_BYTES;

type Patch = readonly Operation[] | null;

/**
 * The way from a version that somebody took for the newest to the head. All who lost by the same version ask for the same way,
 * so it is kept for as long as that head is.
 */
export class WrittenSince {
  readonly #patches = new WeakMap<TaskState, Map<number, Promise<Patch>>>();

  constructor(private readonly store: TaskStore) {}

  /** Null when that is further than loading the head anew. */
  patch(state: TaskState, base: number): Promise<Patch> {
    const known = this.#patches.get(state) ?? new Map<number, Promise<Patch>>();
    this.#patches.set(state, known);
    const patch = known.get(base) ?? this.#read(state, base);
    known.set(base, patch);
    return patch;
  }

  async #read(state: TaskState, base: number): Promise<Patch> {
    if (base < 1 || base > state.version || state.version - base > PATCH_VERSIONS) return null;
    const records = await this.store.records(state.task_id, base + 1, state.version);
    const patch = records.flatMap((record) => operationsOf(record, record.version));
    return isLong(patch) ? null : patch;
  }
}
