import { constants } from 'node:fs';
import { migrate } from '../schema/migrate.js';
import type { TaskState } from '../schema/task-state.js';
import type { StoreFiles } from './files.js';
import type { Layout } from './layout.js';
import type { Mark } from './mark.js';
import { readWholeSync } from './read-whole.js';
import { sha256 } from './sha256.js';

export const SNAPSHOT_EVERY = 128;
const HEADER_BYTES = 512;

export interface Snapshot {
  readonly mark: Mark;
  readonly state: TaskState;
}

/** Two lines: the mark with a digest of the second, then the state. Derived and unsynced, so what does not match its digest is as good as absent. */
export const encodeSnapshot = ({ mark, state }: Snapshot): string => {
  const text = JSON.stringify(state);
  return `${JSON.stringify({ ...mark, digest: sha256(text) })}\n${text}\n`;
};

const decodeSnapshot = (text: string, taskId: string): Snapshot | null => {
  const [head = '', state = ''] = text.split('\n', 2);
  const { digest, ...mark } = JSON.parse(head) as Mark & { digest: string };
  return sha256(state) === digest ? { mark, state: migrate(JSON.parse(state), `A snapshot of ${taskId}`) } : null;
};

/** States along the way, so that a past version is never far from one. */
export class Snapshots {
  constructor(
    private readonly files: StoreFiles,
    private readonly layout: Layout,
  ) {}

  /** The newest readable one at or before this version. */
  stateBefore(taskId: string, version: number): Snapshot | null {
    return this.firstOf(taskId, version, (path) => {
      const bytes = readWholeSync(this.files, path);
      return bytes === null ? null : decodeSnapshot(bytes.toString('utf8'), taskId);
    });
  }

  /** The same, without its state. The mark alone is not protected: whoever reads on from it checks the line it points behind. */
  markBefore(taskId: string, version: number): Mark | null {
    return this.firstOf(taskId, version, (path) => this.readHeader(path));
  }

  private firstOf<T>(taskId: string, version: number, read: (path: string) => T | null): T | null {
    for (const candidate of this.versions(taskId, version)) {
      try {
        const found = read(this.layout.snapshot(taskId, candidate));
        if (found !== null) return found;
      } catch {
        // Unreadable is as good as absent: an older one or the log itself serves instead.
      }
    }
    return null;
  }

  private versions(taskId: string, upTo: number): number[] {
    if (upTo < SNAPSHOT_EVERY) return [];
    let names: string[];
    try {
      names = this.files.readdirSync(this.layout.snapshotsOf(taskId));
    } catch {
      return [];
    }
    const versions = names.map((name) => /^([1-9]\d*)\.json$/.exec(name)?.[1]).filter((digits) => digits !== undefined);
    return versions
      .map(Number)
      .filter((candidate) => candidate <= upTo)
      .sort((a, b) => b - a);
  }

  private readHeader(path: string): Mark {
    const fd = this.files.openSync(path, constants.O_RDONLY);
    try {
      const bytes = Buffer.alloc(HEADER_BYTES);
      const [head = ''] = bytes.toString('utf8', 0, this.files.readSync(fd, bytes, 0)).split('\n', 1);
      const { digest: _, ...mark } = JSON.parse(head) as Mark & { digest: string };
      return mark;
    } finally {
      this.files.closeSync(fd);
    }
  }
}
