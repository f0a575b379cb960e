import type { TaskRecord } from '../schema/record.js';

/** The records that were written last, of all tasks together, up to a number. Whoever lost a race asks for just those. */
export class RecentRecords {
  private readonly byTask = new Map<string, TaskRecord[]>();
  private readonly order: string[] = [];
  private next = 0;

  constructor(private readonly capacity: number) {}

  add(taskId: string, record: TaskRecord): void {
    const oldest = this.order[this.next];
    if (oldest !== undefined) this.forgetFirst(oldest);
    this.order[this.next] = taskId;
    this.next = (this.next + 1) % this.capacity;
    const records = this.byTask.get(taskId);
    if (records === undefined) this.byTask.set(taskId, [record]);
    else records.push(record);
  }

  /** These versions, if all of them are still here. */
  between(taskId: string, from: number, to: number): readonly TaskRecord[] | null {
    const records = this.byTask.get(taskId) ?? [];
    const start = from - (records[0]?.version ?? from);
    const found = start < 0 ? [] : records.slice(start, start + to - from + 1);
    return found.length === to - from + 1 && found.every(({ version }, k) => version === from + k) ? found : null;
  }

  private forgetFirst(taskId: string): void {
    const records = this.byTask.get(taskId);
    records?.shift();
    if (records?.length === 0) this.byTask.delete(taskId);
  }
}
