import type { TaskState } from '../schema/task-state.js';
import type { ChainPoint } from './chain-point.js';
import { chainRoot } from './chain-point.js';
import type { ChainReader, Damage } from './chain-reader.js';
import { DamagedLogError } from './damaged-log.error.js';
import type { StoreFiles } from './files.js';
import type { Layout } from './layout.js';
import { findLineBefore } from './line-before.js';
import { type Base, type LogReader, replayRecord } from './log-reader.js';
import { readStateFile, type StateFile } from './state-file.js';

export interface LoadedTask {
  readonly point: ChainPoint;
  readonly state: TaskState | null;
  /** How much of the log was seen. */
  readonly size: number;
  readonly damage: Damage | null;
  /** The state file says all this already. If so, whoever wrote it had synced the log up to its present end. */
  readonly current: boolean;
}

interface LoadTools {
  readonly files: StoreFiles;
  readonly layout: Layout;
  readonly reader: LogReader;
}

/** The common case, at the cost of two small reads: the state file is whole and the log has not grown since. Null: look closer. */
export const loadCurrent = (tools: Pick<LoadTools, 'files' | 'layout'>, taskId: string, fd: number, size: number): LoadedTask | null => {
  const file = readStateFile(tools.files, tools.layout, taskId);
  if (file === null || file.log_bytes !== size) return null;
  const point = findLineBefore(tools.files, fd, size, file);
  return point === null ? null : { point, state: file.state, size, damage: null, current: true };
};

export interface LoadOptions {
  /** Sees no further than this byte. */
  readonly upTo?: number;
  /** Reads every line, whatever the state file or a snapshot may say. */
  readonly examine?: boolean;
}

/** What a log holds, from the state file or a snapshot on if they stand in it, else from its beginning. */
export const loadTask = async (tools: LoadTools, taskId: string, { upTo, examine = false }: LoadOptions = {}): Promise<LoadedTask> =>
  tools.reader.withLog(taskId, async (fd) => {
    const size = upTo ?? tools.files.fstatSync(fd).size;
    const current = examine ? null : loadCurrent(tools, taskId, fd, size);
    if (current !== null) return current;
    const file = readStateFile(tools.files, tools.layout, taskId);
    const rolled = examine ? null : await rollForward(tools, taskId, fd, size, file);
    return rolled ?? (await loadExamined(tools, taskId, fd, size, file));
  });

const baseOf = (tools: LoadTools, taskId: string, fd: number, size: number, file: StateFile | null): Base => {
  const point = file !== null && file.log_bytes <= size ? findLineBefore(tools.files, fd, file.log_bytes, file) : null;
  return point !== null && file !== null
    ? { point, state: file.state }
    : tools.reader.snapshotBase(taskId, fd, Number.MAX_SAFE_INTEGER, size);
};

const rollForward = async (
  tools: LoadTools,
  taskId: string,
  fd: number,
  size: number,
  file: StateFile | null,
): Promise<LoadedTask | null> => {
  const base = baseOf(tools, taskId, fd, size, file);
  let state = base.state;
  let reader: ChainReader;
  try {
    reader = await tools.reader.scan(taskId, fd, base.point, size, (record) => {
      state = replayRecord(state, record, taskId);
      return undefined;
    });
  } catch (error) {
    if (error instanceof DamagedLogError) return null;
    throw error;
  }
  if (reader.damage !== null || (file !== null && !reader.hasCounted(file.hash))) return null;
  return { point: reader.point, state, size, damage: null, current: false };
};

/** The careful way: the whole chain first, then the states up to where it is good. */
const loadExamined = async (tools: LoadTools, taskId: string, fd: number, size: number, file: StateFile | null): Promise<LoadedTask> => {
  let state: TaskState | null = null;
  let point = chainRoot(taskId);
  let unusable: DamagedLogError | null = null;
  const reader = await tools.reader.examine(taskId, fd, size, (record) => {
    try {
      state = replayRecord(state, record, taskId);
      point = { ...point, version: record.version, hash: record.hash, generation: record.generation };
    } catch (error) {
      unusable = error as DamagedLogError;
      return false;
    }
    return undefined;
  });
  point = unusable === null ? reader.point : { ...point, bytes: size };
  return { point, state, size, damage: damageOf(reader, unusable, file), current: false };
};

const damageOf = (reader: ChainReader, unusable: DamagedLogError | null, file: StateFile | null): Damage | null => {
  if (unusable !== null) return { line: reader.lineNumber, after_version: unusable.afterVersion, reason: unusable.reason };
  if (reader.damage !== null) return reader.damage;
  if (file === null || reader.hasCounted(file.hash)) return null;
  const reason = `the state file knows version ${file.version}, which the log does not have`;
  return { line: reader.lineNumber, after_version: reader.point.version, reason };
};
