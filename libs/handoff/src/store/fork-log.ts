import { constants } from 'node:fs';
import type { RecordDraft, TaskRecord } from '../schema/record.js';
import { type ChainPoint, chainRoot } from './chain-point.js';
import type { Fence } from './fence.js';
import type { StoreFiles } from './files.js';
import { FILE_MODE, type Layout, TEMP_PREFIX } from './layout.js';
import type { LogReader } from './log-reader.js';
import { promised } from './promised.js';
import { sealRecord } from './record-line.js';
import { writeFully } from './replace-file.js';

export interface ForkParts {
  readonly files: StoreFiles;
  readonly layout: Layout;
  readonly fence: Fence;
  readonly reader: LogReader;
}

export interface ForkPlan {
  readonly source: { readonly taskId: string; readonly version: number; readonly end: number };
  readonly taskId: string;
  readonly draft: RecordDraft;
}

export interface ForkedLog {
  readonly temp: string;
  readonly record: TaskRecord;
  readonly size: number;
}

/** A key belongs to the path it was posted to, so it does not come along to another task. */
const draftOf = (record: TaskRecord): RecordDraft => {
  const { version: _v, prev_hash: _p, generation: _g, idempotency_key: _k, hash: _h, ...draft } = record;
  return draft;
};

const chained = (after: ChainPoint, generation: number, draft: RecordDraft): { record: TaskRecord; bytes: Buffer } => {
  const unsealed = { version: after.version + 1, prev_hash: after.hash, generation, ...draft };
  const { hash, framed } = sealRecord(unsealed);
  return { record: { ...unsealed, hash }, bytes: framed };
};

let forks = 0;

/** Makes the log of a fork, whole and synced, under a name nobody reads: the source's records chained anew from the new task's root, and the fork after them. */
export const makeForkedLog = async (
  { files, layout, fence, reader }: ForkParts,
  { source, taskId, draft }: ForkPlan,
): Promise<ForkedLog> => {
  let point = chainRoot(taskId);
  const lines: Buffer[] = [];
  const add = (next: RecordDraft): TaskRecord => {
    const { record, bytes } = chained(point, fence.generation, next);
    point = { ...point, version: record.version, hash: record.hash };
    lines.push(bytes);
    return record;
  };
  await reader.scanPublished(source.taskId, chainRoot(source.taskId), source.end, (record) => {
    add(draftOf(record));
    return record.version < source.version;
  });
  const record = add(draft);
  const whole = Buffer.concat(lines);
  const temp = `${layout.history}/${TEMP_PREFIX}${fence.generation}-${++forks}`;
  await writeSynced(files, temp, whole);
  return { temp, record, size: whole.length };
};

const writeSynced = async (files: StoreFiles, temp: string, bytes: Buffer): Promise<void> => {
  const fd = files.openSync(temp, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, FILE_MODE);
  try {
    await writeFully(files, fd, bytes);
    await promised((done) => files.fsync(fd, done));
  } catch (error) {
    files.unlinkSync(temp);
    throw error;
  } finally {
    files.closeSync(fd);
  }
};
