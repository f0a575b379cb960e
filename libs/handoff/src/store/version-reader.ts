import { type HistoryRow, historyRow } from '../ports/history-row.js';
import type { Page, PageRequest } from '../ports/page.js';
import { migrate } from '../schema/migrate.js';
import type { TaskRecord } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import { decodeCursor, encodeCursor } from './listing/cursor.js';
import type { LogReader } from './log-reader.js';
import { type Mark, markBefore, shownAfter } from './mark.js';
import { RECENT_VERSIONS, RecentWrites } from './recent-writes.js';
import { requireVersion } from './require-version.js';
import type { TaskEntry } from './task-entry.js';
import type { TaskHeads } from './task-heads.js';

type Shown = Pick<TaskState, 'phase' | 'status'>;

/** Everything that is read from behind the head. Each read ends where the head stood when it began. */
export class VersionReader {
  constructor(
    private readonly reader: LogReader,
    private readonly heads: TaskHeads,
  ) {}

  async at(entry: TaskEntry, version: number): Promise<TaskState> {
    const { point } = entry;
    requireVersion(entry, version);
    if (version === point.version) return (await this.heads.of(entry)).state;
    return this.reader.stateAt(entry.id, version, point.bytes);
  }

  async records(entry: TaskEntry, from: number, to: number): Promise<readonly TaskRecord[]> {
    const recalled = this.heads.recall(entry, Math.max(1, from), Math.min(to, entry.point.version));
    if (recalled !== null) return recalled;
    const records: TaskRecord[] = [];
    await this.walk(entry, from, to, (record) => records.push(record));
    return records;
  }

  async history(entry: TaskEntry, page: PageRequest): Promise<Page<HistoryRow>> {
    const cursor = decodeCursor('history', page);
    const newest = Math.min(cursor === null ? Number.POSITIVE_INFINITY : Number(cursor) - 1, entry.point.version);
    const oldest = Math.max(1, newest - page.limit + 1);
    const rows: HistoryRow[] = [];
    await this.walk(entry, oldest, newest, (record, shown) => rows.push(historyRow(record, shown)));
    return { items: rows.reverse(), next_cursor: oldest > 1 && rows.length > 0 ? encodeCursor('history', String(oldest)) : null };
  }

  findKey(entry: TaskEntry, principal: string, key: string): Promise<TaskRecord | null> {
    return this.find(entry, (writes, head) => writes.byKey(principal, key, head));
  }

  findFingerprint(entry: TaskEntry, principal: string, fingerprint: string): Promise<TaskRecord | null> {
    return this.find(entry, (writes, head) => writes.byFingerprint(principal, fingerprint, head));
  }

  private async find(entry: TaskEntry, look: (writes: RecentWrites, headVersion: number) => number | null): Promise<TaskRecord | null> {
    const { version } = entry.point;
    const found = look(await this.writesOf(entry, version), version);
    return found === null ? null : ((await this.records(entry, found, found))[0] ?? null);
  }

  private async writesOf(entry: TaskEntry, version: number): Promise<RecentWrites> {
    const head = await this.heads.of(entry);
    if (head.writes !== null) return head.writes;
    const writes = new RecentWrites();
    await this.walk(entry, version - RECENT_VERSIONS + 1, version, (record) => writes.add(record));
    // If versions were added while the old ones were read, this lacks them and is not kept.
    if (entry.point.version === version) head.writes = writes;
    return writes;
  }

  /** Visits the records from `from` to `to` with what a list shows of each. */
  private async walk(entry: TaskEntry, from: number, to: number, visit: (record: TaskRecord, shown: Shown) => void): Promise<void> {
    const { version, bytes } = entry.point;
    const end = Math.min(to, version);
    if (end < Math.max(1, from)) return;
    const mark = await this.markBefore(entry, from - 1, bytes);
    let shown: Shown = mark;
    await this.reader.scanPublished(entry.id, mark, bytes, (record) => {
      shown = shownAfter(shown, record);
      if (record.version >= from) visit(migrate(record, `Version ${record.version} of ${entry.id}`), shown);
      return record.version < end;
    });
  }

  private async markBefore(entry: TaskEntry, version: number, bytes: number): Promise<Mark> {
    const near = markBefore(this.heads.peek(entry)?.marks ?? [], version);
    return near ?? (await this.reader.markBefore(entry.id, version, bytes));
  }
}
