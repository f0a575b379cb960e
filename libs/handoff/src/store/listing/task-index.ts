import type { GateFilter, GateRow } from '../../ports/gate-row.js';
import type { Page, PageRequest } from '../../ports/page.js';
import { eventsOf, type TaskEvent } from '../../ports/task-event.js';
import type { TaskFilter, TaskRow } from '../../ports/task-row.js';
import type { DueTask } from '../../ports/task-store.js';
import type { RecordKind } from '../../schema/record.js';
import type { TaskState } from '../../schema/task-state.js';
import { Buckets } from './buckets.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import { type EventPage, EventRing } from './event-ring.js';
import { GateList } from './gate-list.js';
import { type IndexedTask, idOf, indexedTask, matches } from './indexed-task.js';
import { SortedKeys } from './sorted-keys.js';

/** Lists, due tasks, gates and events of all tasks. It lives in memory and is exact, because one writer tells it of every version that counts. */
export class TaskIndex {
  private readonly tasks = new Map<string, IndexedTask>();
  private readonly order = new SortedKeys();
  private readonly buckets = new Buckets();
  private readonly gateList = new GateList();
  private readonly ring: EventRing;
  private readonly listeners = new Set<(event: TaskEvent) => void>();

  constructor(
    generation: number,
    private readonly onListenerError: (error: unknown) => void = () => undefined,
  ) {
    this.ring = new EventRing(generation);
  }

  /** A task as it stands, without telling anybody. */
  put(state: TaskState): void {
    const before = this.tasks.get(state.task_id);
    const after = indexedTask(state);
    this.tasks.set(state.task_id, after);
    if (before === undefined) this.order.add(after.key);
    this.buckets.move(after.key, before?.row ?? null, after.row);
    this.gateList.replace(before?.gates ?? [], after.gates);
  }

  /** A version that counts: the lists change first, then whoever watches is told. */
  changed(before: TaskState | null, after: TaskState, kind: RecordKind): void {
    this.put(after);
    for (const event of eventsOf(before, after, kind)) {
      this.ring.add(event);
      for (const listener of this.listeners) this.tell(listener, event);
    }
  }

  query(filter: TaskFilter, request: PageRequest): Page<TaskRow> {
    const after = decodeCursor('tasks', request);
    const inBuckets = filter.phase !== undefined || filter.status !== undefined || filter.target_agent !== undefined;
    const keys = inBuckets ? this.buckets.below(filter, after) : this.order.below(after);
    const found: IndexedTask[] = [];
    for (const key of keys) {
      const task = this.tasks.get(idOf(key)) as IndexedTask;
      if (!matches(task, filter)) continue;
      if (found.length === request.limit)
        return { items: rowsOf(found), next_cursor: encodeCursor('tasks', (found.at(-1) as IndexedTask).key) };
      found.push(task);
    }
    return { items: rowsOf(found), next_cursor: null };
  }

  gates(filter: GateFilter, request: PageRequest): Page<GateRow> {
    return this.gateList.page(filter, request);
  }

  /** Oldest first. */
  due(target_agent?: string): readonly DueTask[] {
    const keys = (['pending', 'in_progress'] as const).flatMap((status) => [...this.buckets.below({ status, target_agent }, null)]);
    return keys.sort().flatMap((key) => {
      const { row, not_before, since, claim } = this.tasks.get(idOf(key)) as IndexedTask;
      const { task_id, version, target_agent, status } = row;
      return target_agent !== null && (status === 'pending' || status === 'in_progress')
        ? [{ task_id, version, target_agent, status, not_before, since, claim: claim && holderOf(claim) }]
        : [];
    });
  }

  events(after: string | null, limit: number): EventPage {
    return this.ring.after(after, limit);
  }

  subscribe(listener: (event: TaskEvent) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** A listener that throws must not undo what is already durable, nor keep the others from being told. */
  private tell(listener: (event: TaskEvent) => void, event: TaskEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.onListenerError(error);
    }
  }
}

const holderOf = ({ principal, claim_epoch, instance }: NonNullable<IndexedTask['claim']>): DueTask['claim'] => ({
  principal,
  claim_epoch,
  instance,
});

const rowsOf = (tasks: readonly IndexedTask[]): TaskRow[] => tasks.map((task) => task.row);
