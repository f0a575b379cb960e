import { constants } from 'node:fs';
import { replay } from '../history/replay.js';
import { migrate } from '../schema/migrate.js';
import type { TaskRecord } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import { type ChainPoint, chainRoot } from './chain-point.js';
import { ChainReader } from './chain-reader.js';
import { DamagedLogError } from './damaged-log.error.js';
import type { StoreFiles } from './files.js';
import type { Layout } from './layout.js';
import { findLineBefore } from './line-before.js';
import { scanLog, type Visit } from './log-scan.js';
import { type Mark, rootMark } from './mark.js';
import type { Snapshots } from './snapshots.js';

/** A state and the place in the log it belongs to; no state at the root. */
export interface Base {
  readonly point: ChainPoint;
  readonly state: TaskState | null;
}

/** Replay with everything an old line may need on the way. A record that does not fit its state is damage, whatever its hash says. */
export const replayRecord = (before: TaskState | null, record: TaskRecord, taskId: string): TaskState => {
  try {
    const current = migrate(record, `Version ${record.version} of ${taskId}`);
    return migrate(replay(before, current, record.version), `Version ${record.version} of ${taskId}`);
  } catch (cause) {
    throw new DamagedLogError(record.version - 1, `version ${record.version} cannot be applied: ${(cause as Error).message}`, { cause });
  }
};

/** Reads logs; never writes. A read that is given an end sees nothing beyond it, so an append under way is invisible. */
export class LogReader {
  constructor(
    private readonly files: StoreFiles,
    private readonly layout: Layout,
    private readonly snapshots: Snapshots,
  ) {}

  async withLog<T>(taskId: string, use: (fd: number) => Promise<T>): Promise<T> {
    const fd = this.files.openSync(this.layout.log(taskId), constants.O_RDONLY);
    try {
      return await use(fd);
    } finally {
      this.files.closeSync(fd);
    }
  }

  /** Every line from the first: the only reading that can tell damage from a fenced writer's line. */
  async examine(taskId: string, fd: number, to: number, visit?: Visit): Promise<ChainReader> {
    const reader = new ChainReader(chainRoot(taskId));
    await scanLog(this.files, fd, reader, to, visit);
    return reader;
  }

  /** Visits the records after `from`, each once, oldest first. */
  async scan(taskId: string, fd: number, from: ChainPoint, to: number, visit: Visit): Promise<ChainReader> {
    const reader = new ChainReader(from);
    await scanLog(this.files, fd, reader, to, visit);
    if (!reader.undecided) return reader;
    const reached = reader.point.version;
    return this.examine(taskId, fd, to, (record, end) => (record.version > reached ? visit(record, end) : undefined));
  }

  /** As `scan`, over what has been published: anything but good records is damage there. */
  async scanPublished(taskId: string, from: ChainPoint, to: number, visit: Visit): Promise<void> {
    await this.withLog(taskId, async (fd) => {
      const reader = await this.scan(taskId, fd, from, to, visit);
      if (reader.damage !== null) throw new DamagedLogError(reader.damage.after_version, reader.damage.reason);
    });
  }

  /** The state after this version, from the nearest snapshot on. */
  async stateAt(taskId: string, version: number, to: number): Promise<TaskState> {
    const base = await this.withLog(taskId, async (fd) => this.snapshotBase(taskId, fd, version, to));
    let state = base.state;
    let reached = base.point.version;
    if (reached < version)
      await this.scanPublished(taskId, base.point, to, (record) => {
        state = replayRecord(state, record, taskId);
        reached = record.version;
        return reached < version;
      });
    if (state === null || reached !== version) throw new DamagedLogError(reached, `the log ends after version ${reached}`);
    return state;
  }

  /** A snapshot counts only if the line it points behind is there with its hash. */
  snapshotBase(taskId: string, fd: number, version: number, to: number): Base {
    const snapshot = this.snapshots.stateBefore(taskId, version);
    const stands =
      snapshot !== null && snapshot.mark.bytes <= to && findLineBefore(this.files, fd, snapshot.mark.bytes, snapshot.mark) !== null;
    return stands ? { point: snapshot.mark, state: snapshot.state } : { point: chainRoot(taskId), state: null };
  }

  /** A place at or before this version to start reading records from. */
  async markBefore(taskId: string, version: number, to: number): Promise<Mark> {
    const mark = this.snapshots.markBefore(taskId, version);
    if (mark === null || mark.bytes > to) return rootMark(taskId);
    const stands = await this.withLog(taskId, async (fd) => findLineBefore(this.files, fd, mark.bytes, mark) !== null);
    return stands ? mark : rootMark(taskId);
  }
}
