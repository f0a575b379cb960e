import { envelopeOperations } from '../history/replay.js';
import { Patching } from '../patch/patching.js';
import type { OperationValue as Json, Operation } from '../schema/operation.js';
import type { RecordDraft } from '../schema/record.js';
import type { CountedKind, TaskState } from '../schema/task-state.js';
import { clip } from './clip.js';
import { clipList } from './clip-list.js';
import { entryPath, memberPath } from './state-path.js';

export type ListKey = {
  [K in keyof TaskState]-?: NonNullable<TaskState[K]> extends readonly object[] ? K : never;
}[keyof TaskState];
export type ItemOf<K extends ListKey> = TaskState[K] extends readonly (infer T)[] ? T : never;

export interface TextBounds {
  readonly chars?: number;
  readonly bytes?: number;
}

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((entry, k) => entry === b[k] || isSame(entry, b[k]));

const isSame = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) && Array.isArray(b)) return isSameList(a, b);
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
};

/** A version in the making. Every change is an operation, applied at once: what the record says and what the next state is cannot differ. */
export class Draft {
  readonly effect: Operation[] = [];
  readonly whole: NonNullable<RecordDraft['whole']> = {};
  readonly settled: NonNullable<RecordDraft['settled']> = [];
  readonly removed: NonNullable<RecordDraft['removed']> = [];
  readonly counts = new Map<CountedKind, number>();
  readonly version: number;
  readonly #patching: Patching;

  constructor(
    readonly before: TaskState,
    readonly at: string,
  ) {
    this.#patching = new Patching(before);
    this.version = before.version + 1;
  }

  /** As it stands now; it goes on changing, so nobody keeps it. */
  get state(): TaskState {
    return this.#patching.document as TaskState;
  }

  set<K extends keyof TaskState>(key: K, value: TaskState[K]): void {
    const present = this.state[key];
    if (present === value || isSame(present, value)) return;
    this.change({ op: key in this.state ? 'replace' : 'add', path: memberPath(key), value: value as Json });
  }

  insert<K extends ListKey>(list: K, index: number, item: ItemOf<K>): void {
    this.change({ op: 'add', path: entryPath(list, index), value: item as Json });
  }

  remove(list: ListKey, index: number): void {
    this.change({ op: 'remove', path: entryPath(list, index) });
  }

  put<K extends ListKey>(list: K, index: number, item: ItemOf<K>): void {
    this.change({ op: 'replace', path: entryPath(list, index), value: item as Json });
  }

  change(operation: Operation): void {
    this.effect.push(operation);
    this.#patching.change(operation);
  }

  /** The state this version makes: what replaying its record gives, who wrote it and when included. Nothing can be changed any more. */
  stamped(principal: string): TaskState {
    for (const operation of envelopeOperations({ principal, at: this.at }, this.version)) this.#patching.change(operation);
    return this.state;
  }

  count(kind: CountedKind, recorded = 1): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + recorded);
  }

  /** Keeps a text whole under the item's id where the state can only hold its beginning. */
  clipText(id: string, field: string, text: string, bounds: TextBounds = {}): string {
    const short = clip(text, bounds.chars, bounds.bytes);
    if (short !== text) this.keepWhole(id, field, text);
    return short;
  }

  /** The same for a list, of which the state may hold only the first entries. */
  clipEntries<T extends Json>(id: string, field: string, posted: readonly T[], shorten: (entry: T) => T, roomBytes: number): T[] {
    const short = clipList(posted, shorten, roomBytes);
    if (!isSameList(short, posted)) this.keepWhole(id, field, [...posted]);
    return short;
  }

  keepWhole(id: string, field: string, value: Json): void {
    this.whole[id] = { ...this.whole[id], [field]: value };
  }

  /** The mark of an item some of whose text stands only in the history. */
  clippedMark(id: string): { clipped?: true } {
    return id in this.whole ? { clipped: true } : {};
  }
}
