import { HandoffError } from '../errors/handoff.error.js';
import type { RecordDraft } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import { isFull, storageFull } from './append-line.js';
import { DamagedLogError } from './damaged-log.error.js';
import type { DirectorySync } from './directory-sync.js';
import { type ForkedLog, type ForkParts, makeForkedLog } from './fork-log.js';
import type { Publisher } from './publisher.js';
import type { TaskEntry } from './task-entry.js';
import { taskExists } from './task-table.js';

export interface ForkerParts extends ForkParts {
  readonly directory: DirectorySync;
  readonly publisher: Publisher;
}

/** Forks wholly or not at all: the new log gets its name in one step, and only if the name is free. */
export class Forker {
  constructor(private readonly parts: ForkerParts) {}

  /** Called in the new task's turn. */
  async fork(source: TaskEntry, version: number, target: TaskEntry, draft: RecordDraft, next: TaskState): Promise<string> {
    const { fence, publisher } = this.parts;
    if (target.point.version > 0 || target.damage !== null) throw taskExists(target.id);
    const log = await this.make(source, version, target, draft);
    fence.look();
    this.name(log, target);
    await this.nameDurably();
    fence.look();
    publisher.publish(target, { record: log.record, before: null, after: next, end: log.size });
    return log.record.hash;
  }

  private async make(source: TaskEntry, version: number, target: TaskEntry, draft: RecordDraft): Promise<ForkedLog> {
    try {
      return await makeForkedLog(this.parts, { source: { taskId: source.id, version, end: source.point.bytes }, taskId: target.id, draft });
    } catch (error) {
      if (error instanceof DamagedLogError || error instanceof HandoffError) throw error;
      if (isFull(error)) throw storageFull(error);
      throw new HandoffError('internal', `The history of ${target.id} could not be made; nothing was changed.`, {}, { cause: error });
    }
  }

  private name(log: ForkedLog, target: TaskEntry): void {
    const { files, layout, fence } = this.parts;
    try {
      files.linkSync(log.temp, layout.log(target.id));
    } catch (error) {
      this.discard(log);
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taskExists(target.id);
      if (isFull(error)) throw storageFull(error);
      throw fence.fall('A history could not be given its name.', error);
    }
    this.discard(log);
  }

  /** Its other name is of no use any more; if it stays, the next start clears it away. */
  private discard(log: ForkedLog): void {
    try {
      this.parts.files.unlinkSync(log.temp);
    } catch {
      // As above.
    }
  }

  private async nameDurably(): Promise<void> {
    try {
      await this.parts.directory.request();
    } catch (error) {
      throw this.parts.fence.fall('The directory of histories could not be synced.', error);
    }
  }
}
