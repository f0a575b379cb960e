import { constants } from 'node:fs';
import type { StoreFiles } from './files.js';
import { FILE_MODE, type Layout } from './layout.js';
import { Lru } from './lru.js';
import type { TaskEntry } from './task-entry.js';
import type { TaskTable } from './task-table.js';

const APPENDING = constants.O_RDWR | constants.O_APPEND;

/** Logs open for appending, the most recently written ones. One that is being written is never closed. */
export class Descriptors {
  private readonly kept: Lru<number>;

  constructor(
    private readonly files: StoreFiles,
    private readonly layout: Layout,
    table: TaskTable,
    capacity: number,
  ) {
    this.kept = new Lru(
      capacity,
      (_, fd) => files.closeSync(fd),
      (id) => table.get(id)?.turn === null,
    );
  }

  /** If it is open already. */
  peek(id: string): number | undefined {
    return this.kept.get(id);
  }

  /** A log with versions is never made again: if it is gone, opening it fails. */
  open(entry: TaskEntry): number {
    const fd = entry.point.version === 0 ? this.create(entry.id) : this.files.openSync(this.layout.log(entry.id), APPENDING);
    this.kept.set(entry.id, fd);
    return fd;
  }

  closeAll(): void {
    for (const [, fd] of this.kept.entries()) this.files.closeSync(fd);
  }

  /** The log may be there already: empty or torn after a crash, or made by a predecessor that was paused until now. */
  private create(id: string): number {
    try {
      return this.files.openSync(this.layout.log(id), APPENDING | constants.O_CREAT | constants.O_EXCL, FILE_MODE);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return this.files.openSync(this.layout.log(id), APPENDING);
    }
  }
}
