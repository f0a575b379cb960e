import { constants } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { TaskState } from '../schema/task-state.js';
import { AppendLoad } from './append-load.js';
import { boot } from './boot.js';
import { CatchUp } from './catch-up.js';
import { CourtesyLock } from './courtesy-lock.js';
import { Descriptors } from './descriptors.js';
import { DirectorySync } from './directory-sync.js';
import { Fence, type StoreFatal } from './fence.js';
import { FileStore } from './file-store.js';
import { probeFileSystem } from './file-system-probe.js';
import type { StoreFiles } from './files.js';
import { Forker } from './forker.js';
import { type Layout, layoutOf } from './layout.js';
import { TaskIndex } from './listing/task-index.js';
import { LogReader } from './log-reader.js';
import { LogWriter } from './log-writer.js';
import { makeDirectory } from './make-directory.js';
import { nodeFiles } from './node-files.js';
import { Ownership, syncDirectory } from './ownership.js';
import { Publisher } from './publisher.js';
import { requireOwnerFiles } from './require-owner-files.js';
import { SharedLook } from './shared-look.js';
import { Snapshots } from './snapshots.js';
import { StateWriter } from './state-writer.js';
import type { StoreLog } from './store-log.js';
import { StoreStartError } from './store-start.error.js';
import { TaskHeads } from './task-heads.js';
import { TaskTable } from './task-table.js';
import { VersionReader } from './version-reader.js';

export interface FileStoreOptions {
  /** The `.jerry` directory; made if it is not there. */
  readonly directory: string;
  /** The `context_summary` of the state file. */
  readonly renderSummary: (state: TaskState) => string;
  /** The store answers nothing any more and the process should end; called once. A new process can say what is there. */
  readonly onFatal: (fatal: StoreFatal) => void;
  readonly log?: StoreLog;
  /** How long to wait for another process that uses the directory. */
  readonly patienceMs?: number;
  /** How long to wait before a derived file that could not be written, on a full disk say, is tried again. */
  readonly retryMs?: number;
  /** How many heads are kept in memory, and how many logs are kept open. */
  readonly heads?: number;
  readonly openLogs?: number;
}

const PATIENCE_MS = 30_000;
const RETRY_MS = 1_000;
const HEADS = 1_024;
const OPEN_LOGS = 256;

/** Takes the directory: whoever had it before is fenced from then on. */
export const openFileStore = async (options: FileStoreOptions, files: StoreFiles = nodeFiles): Promise<FileStore> => {
  const layout = layoutOf(resolve(options.directory));
  const log: StoreLog = options.log ?? (() => undefined);
  await prepare(files, layout);
  const lock = await CourtesyLock.take(layout, { patienceMs: options.patienceMs ?? PATIENCE_MS, log });
  try {
    return await takeOver(options, files, layout, log, lock);
  } catch (error) {
    await lock.free();
    throw refusal(layout, error);
  }
};

const refusal = (layout: Layout, error: unknown): unknown =>
  error instanceof StoreStartError || (error as NodeJS.ErrnoException).code === undefined
    ? error
    : new StoreStartError('directory_not_writable', `${layout.directory} cannot be used: ${(error as Error).message}.`, { cause: error });

const prepare = async (files: StoreFiles, layout: Layout): Promise<void> => {
  try {
    const isNew = files.statSync(layout.directory) === null;
    for (const path of [layout.history, layout.state, layout.snapshots, layout.owner]) makeDirectory(files, path);
    await probeFileSystem(files, layout);
    if (isNew) await syncDirectory(files, dirname(layout.directory));
  } catch (error) {
    throw refusal(layout, error);
  }
};

const takeOver = async (
  options: FileStoreOptions,
  files: StoreFiles,
  layout: Layout,
  log: StoreLog,
  lock: CourtesyLock,
): Promise<FileStore> => {
  const ownership = await Ownership.take(files, layout);
  const fence = new Fence(ownership, (fatal) => {
    if (fatal.fenced) lock.abandon();
    options.onFatal(fatal);
  });
  const looks = new SharedLook(fence);
  const load = new AppendLoad();
  const table = new TaskTable();
  const index = new TaskIndex(ownership.generation, (error) => log('error', `Somebody who watches failed: ${(error as Error).message}.`));
  const reader = new LogReader(files, layout, new Snapshots(files, layout));
  const heads = new TaskHeads({ files, layout, reader, index, log, capacity: options.heads ?? HEADS });
  const stateWriter = new StateWriter({
    files,
    layout,
    fence,
    log,
    renderSummary: options.renderSummary,
    headOf: headOf(table, heads),
    isBusy: () => load.isBusy,
    retryMs: options.retryMs ?? RETRY_MS,
  });
  await boot({ files, layout, reader, table, index, writer: stateWriter, log });
  requireOwnerFiles(layout, table, ownership);

  const descriptors = new Descriptors(files, layout, table, options.openLogs ?? OPEN_LOGS);
  const directory = new DirectorySync(files, files.openSync(layout.history, constants.O_RDONLY));
  const publisher = new Publisher(heads, index, stateWriter);
  const catchUp = new CatchUp({ files, fence, reader, heads, publisher });
  const logWriter = new LogWriter({ files, fence, looks, descriptors, directory, catchUp, heads, publisher });
  const forker = new Forker({ files, layout, fence, reader, directory, publisher });
  const versions = new VersionReader(reader, heads);
  return new FileStore({
    files,
    fence,
    looks,
    lock,
    table,
    heads,
    index,
    reader,
    versions,
    logWriter,
    forker,
    stateWriter,
    descriptors,
    directory,
    load,
  });
};

const headOf =
  (table: TaskTable, heads: TaskHeads) =>
  async (taskId: string): Promise<{ version: number; hash: string; log_bytes: number; state: TaskState }> => {
    const entry = table.get(taskId);
    if (entry === undefined) throw new Error(`there is no task ${taskId}`);
    const { state } = await heads.of(entry);
    return { version: entry.point.version, hash: entry.point.hash, log_bytes: entry.size, state };
  };
