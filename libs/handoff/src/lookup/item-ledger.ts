import { itemsOf } from '../history/items-of.js';
import type { Artifact } from '../schema/artifact.js';
import type { Gate } from '../schema/gate.js';
import { type LetteredKind, versionOf } from '../schema/ids.js';
import type { TaskRecord } from '../schema/record.js';

/** What has become of an item since it was recorded. */
export interface Mark {
  readonly superseded_by?: string;
  readonly resolved?: { readonly resolution: string; readonly by: string; readonly at: string };
  /** A gate as it stands now. */
  readonly gate?: Gate;
}

export interface LedgerEntry {
  readonly kind: LetteredKind;
  readonly id: string;
  readonly version: number;
  readonly mark: Mark;
}

export interface ArtifactEntry {
  readonly artifact: Artifact;
  readonly removed_in: number | null;
}

/**
 * Everything a task ever recorded, by id, with its present mark: folded record by record, no text in it.
 * An id says in which record its item stands whole, so a ledger stays small however long the history is.
 */
export class ItemLedger {
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #artifacts = new Map<string, ArtifactEntry>();
  #version = 0;

  get version(): number {
    return this.#version;
  }

  entry(id: string): LedgerEntry | undefined {
    return this.#entries.get(id);
  }

  /** What of a kind was recorded up to a version, oldest first. */
  entries(kind: LetteredKind, upTo: number): LedgerEntry[] {
    return [...this.#entries.values()].filter((entry) => entry.kind === kind && entry.version <= upTo);
  }

  artifacts(): readonly ArtifactEntry[] {
    return [...this.#artifacts.values()];
  }

  currentArtifacts(): readonly Artifact[] {
    return this.artifacts().flatMap((entry) => (entry.removed_in === null ? [entry.artifact] : []));
  }

  currentArtifact(path: string): Artifact | undefined {
    const entry = this.#artifacts.get(path);
    return entry?.removed_in === null ? entry.artifact : undefined;
  }

  fold(record: TaskRecord): void {
    this.#version = record.version;
    for (const { kind, id, value } of itemsOf(record)) {
      this.#entries.set(id, { kind, id, version: versionOf(id.slice(id.indexOf('.G') + 1)), mark: {} });
      if (kind === 'decisions') for (const old of value.supersedes as string[]) this.#mark(old, { superseded_by: id });
    }
    for (const { issue_id, resolution } of record.settled ?? [])
      this.#mark(issue_id, { resolved: { resolution, by: record.posted_by ?? record.principal, at: record.at } });
    this.#foldArtifacts(record);
    this.#foldGates(record);
  }

  #mark(id: string, mark: Mark): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.#entries.set(id, { ...entry, mark: { ...entry.mark, ...mark } });
  }

  #foldArtifacts(record: TaskRecord): void {
    for (const path of record.removed ?? []) {
      const entry = this.#artifacts.get(path);
      if (entry !== undefined) this.#artifacts.set(path, { ...entry, removed_in: record.version });
    }
    for (const op of record.effect)
      if (op.op === 'add' && op.path.startsWith('/artifacts/')) {
        const artifact = op.value as Artifact;
        this.#artifacts.delete(artifact.path);
        this.#artifacts.set(artifact.path, { artifact, removed_in: null });
      }
  }

  #foldGates(record: TaskRecord): void {
    for (const op of record.effect)
      if (op.op !== 'remove' && /^\/gates\/\d+$/.test(op.path)) {
        const gate = op.value as Gate;
        this.#mark(gate.id, { gate });
      }
  }
}
