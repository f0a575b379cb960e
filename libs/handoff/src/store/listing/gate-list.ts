import type { GateFilter, GateRow } from '../../ports/gate-row.js';
import type { Page, PageRequest } from '../../ports/page.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import { keyOf } from './indexed-task.js';
import { SortedKeys } from './sorted-keys.js';

/** Gates of all tasks by the moment they were opened; the open ones also by themselves, because they are what people ask for. */
export class GateList {
  private readonly rows = new Map<string, GateRow>();
  private readonly all = new SortedKeys();
  private readonly open = new SortedKeys();

  replace(before: readonly GateRow[], after: readonly GateRow[]): void {
    if (before === after) return;
    for (const gate of after) this.put(gate);
    const kept = new Set(after.map((gate) => gate.id));
    for (const gate of before) if (!kept.has(gate.id)) this.drop(keyOf(gate.opened_at, gate.id));
  }

  page({ status, task_id }: GateFilter, request: PageRequest): Page<GateRow> {
    const source = status === 'open' ? this.open : this.all;
    const items: GateRow[] = [];
    for (const key of source.below(decodeCursor('gates', request))) {
      const row = this.rows.get(key) as GateRow;
      if ((status !== undefined && row.status !== status) || (task_id !== undefined && row.task_id !== task_id)) continue;
      if (items.length === request.limit) return { items, next_cursor: encodeCursor('gates', lastKey(items)) };
      items.push(row);
    }
    return { items, next_cursor: null };
  }

  private put(gate: GateRow): void {
    const key = keyOf(gate.opened_at, gate.id);
    this.rows.set(key, gate);
    this.all.add(key);
    if (gate.status === 'open') this.open.add(key);
    else this.open.delete(key);
  }

  private drop(key: string): void {
    this.rows.delete(key);
    this.all.delete(key);
    this.open.delete(key);
  }
}

const lastKey = (items: readonly GateRow[]): string => {
  const last = items.at(-1) as GateRow;
  return keyOf(last.opened_at, last.id);
};
