import type { Artifact } from '../schema/artifact.js';
import type { TaskRecord } from '../schema/record.js';

/** A path with its latest entry and every version that recorded it. */
export interface ArtifactEntry {
  readonly artifact: Artifact;
  readonly recorded_in: readonly number[];
  readonly removed_in: number | null;
}

/** Every path a task ever named, the one named last at the end. */
export class ArtifactShelf {
  readonly #entries = new Map<string, ArtifactEntry>();
  readonly #versions = new Map<string, number[]>();

  get(path: string): ArtifactEntry | undefined {
    return this.#entries.get(path);
  }

  all(): readonly ArtifactEntry[] {
    return [...this.#entries.values()];
  }

  fold(record: TaskRecord): void {
    for (const path of record.removed ?? []) {
      const entry = this.#entries.get(path);
      if (entry !== undefined) this.#entries.set(path, { ...entry, removed_in: record.version });
    }
    for (const op of record.effect) if (op.op === 'add' && op.path.startsWith('/artifacts/')) this.#put(op.value as Artifact);
  }

  #put(artifact: Artifact): void {
    const recorded = this.#versions.get(artifact.path) ?? [];
    recorded.push(artifact.version);
    this.#versions.set(artifact.path, recorded);
    this.#entries.delete(artifact.path);
    this.#entries.set(artifact.path, { artifact, recorded_in: recorded, removed_in: null });
  }
}
