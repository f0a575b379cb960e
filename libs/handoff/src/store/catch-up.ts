import type { TaskState } from '../schema/task-state.js';
import { DamagedLogError } from './damaged-log.error.js';
import type { Fence } from './fence.js';
import type { StoreFiles } from './files.js';
import { type LogReader, replayRecord } from './log-reader.js';
import { promised } from './promised.js';
import type { Publication, Publisher } from './publisher.js';
import type { TaskEntry } from './task-entry.js';
import type { TaskHeads } from './task-heads.js';

export interface CatchUpParts {
  readonly files: StoreFiles;
  readonly fence: Fence;
  readonly reader: LogReader;
  readonly heads: TaskHeads;
  readonly publisher: Publisher;
}

/** Reads on from the last line that counted, when a log holds something this process did not put there or could not put there whole. */
export class CatchUp {
  constructor(private readonly parts: CatchUpParts) {}

  /** Publishes what counts by now; says whether that includes `mine`. What it publishes has been synced. */
  async run(entry: TaskEntry, fd: number, mine?: { hash: string; next: TaskState }): Promise<boolean> {
    const size = await this.syncedSize(fd);
    const found: Publication[] = [];
    try {
      let state = entry.point.version === 0 ? null : (await this.parts.heads.of(entry)).state;
      const { damage } = await this.parts.reader.scan(entry.id, fd, entry.point, size, (record, end) => {
        const before = state;
        state = record.hash === mine?.hash ? mine.next : replayRecord(before, record, entry.id);
        found.push({ record, before, after: state, end });
        return undefined;
      });
      if (damage !== null) throw new DamagedLogError(damage.after_version, damage.reason);
    } catch (error) {
      if (error instanceof DamagedLogError) throw await this.parts.heads.damaged(entry, error);
      throw this.parts.fence.fall('A history could not be read back.', error);
    }
    return this.accept(entry, found, size, mine?.hash);
  }

  /** Publishes only what nobody has taken over since: a fenced process must not even tell its own listeners. */
  private accept(entry: TaskEntry, found: readonly Publication[], size: number, mine: string | undefined): boolean {
    this.parts.fence.look();
    for (const publication of found) this.parts.publisher.publish(entry, publication);
    entry.size = size;
    return mine !== undefined && found.some(({ record }) => record.hash === mine);
  }

  /** Everything up to this length is durable. */
  private async syncedSize(fd: number): Promise<number> {
    try {
      const { size } = this.parts.files.fstatSync(fd);
      await promised((done) => this.parts.files.fdatasync(fd, done));
      return size;
    } catch (error) {
      throw this.parts.fence.fall('A history could not be synced.', error);
    }
  }
}
