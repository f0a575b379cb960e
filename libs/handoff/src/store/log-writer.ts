import type { Stats } from 'node:fs';
import { HandoffError } from '../errors/handoff.error.js';
import type { RecordDraft, TaskRecord } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import { appendLine, isFull, isWhole, storageFull } from './append-line.js';
import type { CatchUp } from './catch-up.js';
import type { Descriptors } from './descriptors.js';
import type { DirectorySync } from './directory-sync.js';
import type { Fence } from './fence.js';
import type { StoreFiles } from './files.js';
import type { Publisher } from './publisher.js';
import { sealRecord } from './record-line.js';
import type { SharedLook } from './shared-look.js';
import { readOnly, type TaskEntry } from './task-entry.js';
import type { TaskHeads } from './task-heads.js';
import { taskExists } from './task-table.js';

export interface LogWriterParts {
  readonly files: StoreFiles;
  readonly fence: Fence;
  readonly looks: SharedLook;
  readonly descriptors: Descriptors;
  readonly directory: DirectorySync;
  readonly catchUp: CatchUp;
  readonly heads: TaskHeads;
  readonly publisher: Publisher;
}

/**
 * The append protocol: look, one write, sync, was it only I who wrote?, look, publish. Nothing is acknowledged before the last step;
 * whatever goes wrong on the way, the log is never cut or rewritten.
 */
export class LogWriter {
  constructor(private readonly parts: LogWriterParts) {}

  /** Called in the task's turn. Resolves to the record's hash once it is durable, counted and published. */
  async append(entry: TaskEntry, expectedVersion: number, draft: RecordDraft, next: TaskState): Promise<string> {
    const { files, fence, looks, descriptors, heads, publisher } = this.parts;
    this.assertHead(entry, expectedVersion);
    const before = expectedVersion === 0 ? null : (heads.peek(entry) ?? (await heads.of(entry))).state;
    const fd = descriptors.peek(entry.id) ?? (await this.open(entry));
    this.assertHead(entry, expectedVersion);

    const unsealed = { version: expectedVersion + 1, prev_hash: entry.point.hash, generation: fence.generation, ...draft };
    const { hash, framed } = sealRecord(unsealed);
    fence.look();
    const written = await appendLine(files, fence, fd, framed);
    if (!isWhole(framed, written)) return this.refuseShort(entry, fd);
    if (!entry.named) await this.nameDurably(entry);
    if (this.sizeOf(entry, fd) !== entry.size + written) return this.whoseCounted(entry, fd, expectedVersion, { hash, next });
    await looks.next();
    const record: TaskRecord = { ...unsealed, hash };
    publisher.publish(entry, { record, before, after: next, end: entry.size + written });
    return hash;
  }

  private assertHead(entry: TaskEntry, expectedVersion: number): void {
    if (entry.damage !== null) throw readOnly(entry);
    const { version } = entry.point;
    if (version === expectedVersion) return;
    if (expectedVersion === 0) throw taskExists(entry.id);
    throw new HandoffError('version_conflict', `${entry.id} is at version ${version}, not ${expectedVersion}.`, {
      current_version: version,
    });
  }

  /** Opens the log and takes note of whatever a predecessor that was paused has put there since. */
  private async open(entry: TaskEntry): Promise<number> {
    let fd: number;
    try {
      fd = this.parts.descriptors.open(entry);
    } catch (error) {
      throw this.notOpened(entry, error);
    }
    if (this.sizeOf(entry, fd) === entry.size) return fd;
    await this.readBack(entry, fd);
    return fd;
  }

  /** Nothing that is found may be shown before its name is durable too. */
  private async readBack(entry: TaskEntry, fd: number, mine?: { hash: string; next: TaskState }): Promise<boolean> {
    if (!entry.named) await this.nameDurably(entry);
    return this.parts.catchUp.run(entry, fd, mine);
  }

  private notOpened(entry: TaskEntry, error: unknown): HandoffError {
    const { code } = error as NodeJS.ErrnoException;
    if (isFull(error)) return storageFull(error);
    if (code === 'EMFILE' || code === 'ENFILE') return new HandoffError('overloaded', 'Too many files are open.', {}, { cause: error });
    if (code === 'ENOENT' && entry.point.version > 0) return this.parts.heads.vanished(entry);
    return new HandoffError('internal', `The history of ${entry.id} cannot be opened.`, {}, { cause: error });
  }

  private async nameDurably(entry: TaskEntry): Promise<void> {
    try {
      await this.parts.directory.request();
      entry.named = true;
    } catch (error) {
      throw this.parts.fence.fall('The directory of histories could not be synced.', error);
    }
  }

  private sizeOf(entry: TaskEntry, fd: number): number {
    let facts: Stats;
    try {
      facts = this.parts.files.fstatSync(fd);
    } catch (error) {
      throw this.parts.fence.fall('The length of a history could not be read.', error);
    }
    if (facts.nlink === 0) throw this.parts.heads.vanished(entry);
    return facts.size;
  }

  /** A fragment is in the log for good; what counts is read again before anybody is told that nothing changed. */
  private async refuseShort(entry: TaskEntry, fd: number): Promise<never> {
    await this.readBack(entry, fd);
    throw storageFull();
  }

  private async whoseCounted(
    entry: TaskEntry,
    fd: number,
    expectedVersion: number,
    mine: { hash: string; next: TaskState },
  ): Promise<string> {
    if (await this.readBack(entry, fd, mine)) return mine.hash;
    this.assertHead(entry, expectedVersion);
    throw new HandoffError('version_conflict', `${entry.id} was written by another process.`, { current_version: entry.point.version });
  }
}
