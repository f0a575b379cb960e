import { constants } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
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

/**
 * One line with the mark and a digest of the rest, then the state, deflated: there is one for every so many versions, and nobody reads them but the store.
 * Derived and unsynced, so what does not match its digest is as good as absent.
 */
export const encodeSnapshot = ({ mark, state }: Snapshot): Buffer => {
  const packed = deflateRawSync(JSON.stringify(state));
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...mark, digest: sha256(packed) })}\n`), packed]);
};

const decodeSnapshot = (bytes: Buffer, taskId: string): Snapshot | null => {
  const lineEnd = bytes.indexOf('\n');
  const { digest, ...mark } = JSON.parse(bytes.toString('utf8', 0, lineEnd)) as Mark & { digest: string };
  const packed = bytes.subarray(lineEnd + 1);
  if (sha256(packed) !== digest) return null;
  return { mark, state: migrate(JSON.parse(inflateRawSync(packed).toString('utf8')), `A snapshot of ${taskId}`) };
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
      return bytes === null ? null : decodeSnapshot(bytes, taskId);
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
    const versions = names.map((name) => /^([1-9]\d*)\.json\.z$/.exec(name)?.[1]).filter((digits) => digits !== undefined);
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
