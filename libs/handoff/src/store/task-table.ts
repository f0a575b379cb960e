import { HandoffError } from '../errors/handoff.error.js';
import { TaskId } from '../schema/ids.js';
import { newEntry, type TaskEntry } from './task-entry.js';

/** Every task of the directory. Ids are read with their case, but two that differ only in case are one name: some file systems could not tell their logs apart. */
export class TaskTable {
  private readonly entries = new Map<string, TaskEntry>();
  private readonly spellings = new Map<string, string>();

  get(id: string): TaskEntry | undefined {
    return this.entries.get(id);
  }

  all(): IterableIterator<TaskEntry> {
    return this.entries.values();
  }

  add(entry: TaskEntry): void {
    this.entries.set(entry.id, entry);
    this.spellings.set(entry.id.toLowerCase(), entry.id);
  }

  /** The entry a new task may be written to. Throws `task_exists` when the name is taken in another spelling. */
  reserve(id: string): TaskEntry {
    // A name becomes the name of a file: whoever let it through before, none gets here that leads elsewhere.
    if (!TaskId.safeParse(id).success) throw new HandoffError('invalid_request', 'This is no name for a task.');
    const spelling = this.spellings.get(id.toLowerCase());
    if (spelling !== undefined && spelling !== id) throw taskExists(spelling);
    const known = this.entries.get(id);
    if (known !== undefined) return known;
    const entry = newEntry(id);
    this.add(entry);
    return entry;
  }

  /** Undoes a reservation that left nothing on disk. */
  forget(entry: TaskEntry): void {
    this.entries.delete(entry.id);
    this.spellings.delete(entry.id.toLowerCase());
  }
}

export const taskExists = (id: string): HandoffError => new HandoffError('task_exists', `There is already a task ${id}.`, { task_id: id });
