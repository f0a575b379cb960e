import { HandoffError } from '../errors/handoff.error.js';
import type { GateFilter, GateRow } from '../ports/gate-row.js';
import type { HistoryRow } from '../ports/history-row.js';
import type { Page, PageRequest } from '../ports/page.js';
import type { TaskEvent } from '../ports/task-event.js';
import type { TaskFilter, TaskRow } from '../ports/task-row.js';
import type { Appended, DueTask, Head, TaskStore, Verification } from '../ports/task-store.js';
import type { RecordDraft, TaskRecord } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import type { AppendLoad } from './append-load.js';
import type { CourtesyLock } from './courtesy-lock.js';
import { DamagedLogError } from './damaged-log.error.js';
import type { Descriptors } from './descriptors.js';
import type { DirectorySync } from './directory-sync.js';
import type { Fence } from './fence.js';
import type { StoreFiles } from './files.js';
import type { Forker } from './forker.js';
import type { EventPage } from './listing/event-ring.js';
import type { TaskIndex } from './listing/task-index.js';
import type { LogReader } from './log-reader.js';
import type { LogWriter } from './log-writer.js';
import { requireVersion } from './require-version.js';
import type { SharedLook } from './shared-look.js';
import type { StateWriter } from './state-writer.js';
import { inTurn, readOnly, type TaskEntry } from './task-entry.js';
import type { TaskHeads } from './task-heads.js';
import type { TaskTable } from './task-table.js';
import { verifyLog } from './verify-log.js';
import type { VersionReader } from './version-reader.js';

export interface FileStoreParts {
  readonly files: StoreFiles;
  readonly fence: Fence;
  readonly looks: SharedLook;
  readonly lock: CourtesyLock;
  readonly table: TaskTable;
  readonly heads: TaskHeads;
  readonly index: TaskIndex;
  readonly reader: LogReader;
  readonly versions: VersionReader;
  readonly logWriter: LogWriter;
  readonly forker: Forker;
  readonly stateWriter: StateWriter;
  readonly descriptors: Descriptors;
  readonly directory: DirectorySync;
  readonly load: AppendLoad;
}

/** Tasks in a directory of files: one append-only log each, and everything else derived from it. */
export class FileStore implements TaskStore {
  private closing: Promise<void> | null = null;

  constructor(private readonly parts: FileStoreParts) {}

  async head(taskId: string): Promise<Head | null> {
    const entry = this.shown(taskId);
    const head = entry === null ? null : await this.readHead(entry);
    await this.parts.looks.next();
    return head;
  }

  at(taskId: string, version: number): Promise<TaskState | null> {
    return this.answer(taskId, null, (entry) => this.parts.versions.at(entry, version));
  }

  append(taskId: string, expectedVersion: number, draft: RecordDraft, next: TaskState): Promise<Appended> {
    const target = () => (expectedVersion === 0 ? this.parts.table.reserve(taskId) : this.existing(taskId));
    return this.write(target, next, (entry) => this.parts.logWriter.append(entry, expectedVersion, draft, next));
  }

  fork(source: { taskId: string; version: number }, taskId: string, draft: RecordDraft, next: TaskState): Promise<Appended> {
    const target = () => {
      requireVersion(this.existing(source.taskId), source.version);
      return this.parts.table.reserve(taskId);
    };
    return this.write(target, next, (entry) => {
      const from = this.existing(source.taskId);
      return this.noting(from, this.parts.forker.fork(from, source.version, entry, draft, next));
    });
  }

  records(taskId: string, from: number, to: number): Promise<readonly TaskRecord[]> {
    return this.answer<readonly TaskRecord[]>(taskId, [], (entry) => this.parts.versions.records(entry, from, to));
  }

  async history(taskId: string, page: PageRequest): Promise<Page<HistoryRow>> {
    return (await this.answer(taskId, null, (entry) => this.parts.versions.history(entry, page))) ?? fail(notFound(taskId));
  }

  findKey(taskId: string, principal: string, idempotencyKey: string): Promise<TaskRecord | null> {
    return this.answer(taskId, null, (entry) => this.parts.versions.findKey(entry, principal, idempotencyKey));
  }

  findFingerprint(taskId: string, principal: string, fingerprint: string): Promise<TaskRecord | null> {
    return this.answer(taskId, null, (entry) => this.parts.versions.findFingerprint(entry, principal, fingerprint));
  }

  async query(filter: TaskFilter, page: PageRequest): Promise<Page<TaskRow>> {
    return this.looked(this.parts.index.query(filter, page));
  }

  async gates(filter: GateFilter, page: PageRequest): Promise<Page<GateRow>> {
    return this.looked(this.parts.index.gates(filter, page));
  }

  async due(agent?: string): Promise<readonly DueTask[]> {
    return this.looked(this.parts.index.due(agent));
  }

  async events(after: string | null, limit: number): Promise<EventPage> {
    return this.looked(this.parts.index.events(after, limit));
  }

  subscribe(listener: (event: TaskEvent) => void): () => void {
    return this.parts.index.subscribe(listener);
  }

  async verify(taskId: string): Promise<Verification> {
    const entry = this.parts.table.get(taskId);
    if (entry === undefined || (entry.point.version === 0 && entry.damage === null)) throw notFound(taskId);
    const verification = await this.noting(entry, verifyLog(this.parts.files, this.parts.reader, entry));
    if (!verification.ok && entry.damage === null)
      await this.parts.heads.damaged(entry, new DamagedLogError(verification.versions, 'found by verify'));
    return this.looked(verification);
  }

  /** Settles when every state file shows its task's head. */
  caughtUp(): Promise<void> {
    return this.parts.stateWriter.flush();
  }

  /** Lets what is under way end, writes the state files that are behind, and frees the directory. */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    const { fence, table, stateWriter, descriptors, directory, lock } = this.parts;
    for (const entry of table.all()) while (entry.turn !== null) await entry.turn;
    await stateWriter.flush();
    descriptors.closeAll();
    directory.close();
    if (fence.isDirectoryMine()) await lock.free();
    else lock.abandon();
    fence.close();
  }

  private async readHead(entry: TaskEntry): Promise<Head> {
    const { state } = this.parts.heads.peek(entry) ?? (await this.noting(entry, this.parts.heads.of(entry)));
    return { state, hash: entry.point.hash };
  }

  private existing(taskId: string): TaskEntry {
    const entry = this.parts.table.get(taskId);
    if (entry !== undefined && entry.damage !== null) throw readOnly(entry);
    if (entry === undefined || entry.point.version === 0) throw notFound(taskId);
    return entry;
  }

  /** A name that was reserved for a task that did not come about is free again, unless a file has it. */
  private unreserve(entry: TaskEntry): void {
    if (
      entry.point.version === 0 &&
      entry.damage === null &&
      entry.turn === null &&
      entry.waiting === 0 &&
      this.parts.descriptors.peek(entry.id) === undefined
    )
      this.parts.table.forget(entry);
  }

  /** In the turn of the task that `target` names or reserves; the answer comes when it is durable and published. */
  private async write(target: () => TaskEntry, next: TaskState, work: (entry: TaskEntry) => Promise<string>): Promise<Appended> {
    this.parts.fence.assertStanding();
    const entry = target();
    this.parts.load.begin();
    try {
      const written = inTurn(entry, () => work(entry));
      return this.appended(entry.id, next, await this.noting(entry, written));
    } finally {
      this.parts.load.end();
      this.unreserve(entry);
    }
  }

  /** An answer about one task; `absent` when there is none. Ends with a look, as every answer does. */
  private async answer<T>(taskId: string, absent: T, work: (entry: TaskEntry) => Promise<T>): Promise<T> {
    const entry = this.shown(taskId);
    return this.looked(entry === null ? absent : await this.noting(entry, work(entry)));
  }

  /** Null when there is no such task. */
  private shown(taskId: string): TaskEntry | null {
    this.parts.fence.assertStanding();
    const entry = this.parts.table.get(taskId);
    if (entry?.point.version === 0 && entry.damage !== null) throw readOnly(entry);
    return entry === undefined || entry.point.version === 0 ? null : entry;
  }

  /** Damage that a read meets makes the task read-only before anybody hears of it. */
  private async noting<T>(entry: TaskEntry, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof DamagedLogError) throw await this.parts.heads.damaged(entry, error);
      if (error instanceof HandoffError) throw error;
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw this.parts.heads.vanished(entry);
      throw new HandoffError('internal', `The history of ${entry.id} cannot be read.`, { task_id: entry.id }, { cause: error });
    }
  }

  private looked<T>(answer: T): T {
    this.parts.fence.look();
    return answer;
  }

  private appended(taskId: string, state: TaskState, hash: string): Appended {
    const { stateWriter } = this.parts;
    // Asking for it is what tells the writer that somebody waits.
    return {
      state,
      hash,
      get published() {
        return stateWriter.published(taskId, state.version);
      },
    };
  }
}

const notFound = (taskId: string): HandoffError => new HandoffError('task_not_found', `There is no task ${taskId}.`, { task_id: taskId });

const fail = (error: HandoffError): never => {
  throw error;
};
