import {
  type Appended,
  type DueTask,
  type GateFilter,
  type GateRow,
  HandoffError,
  type Head,
  type HistoryRow,
  historyRow,
  type Page,
  type PageRequest,
  type RecordDraft,
  replay,
  type TaskEvent,
  type TaskFilter,
  TaskId,
  type TaskRecord,
  type TaskRow,
  type TaskState,
  type TaskStore,
  type Verification,
} from '@app/handoff';
import { sealRecord, TaskIndex } from '@app/handoff/store';

interface KeptTask {
  readonly records: TaskRecord[];
  readonly states: TaskState[];
}

/** Where memory stores keep their tasks. A store that is opened on it later takes it over from those before. */
export class MemoryPlace {
  readonly tasks = new Map<string, KeptTask>();
  generation = 0;
}

const RECENT_VERSIONS = 1_000;
const ROOT = '0'.repeat(64);

/** The store of fast tests: keeps the same promises as the others except that nothing outlives the process. */
export class MemoryStore implements TaskStore {
  private readonly generation: number;
  private readonly index: TaskIndex;

  constructor(private readonly place = new MemoryPlace()) {
    this.generation = ++place.generation;
    this.index = new TaskIndex(this.generation);
    for (const { states } of place.tasks.values()) this.index.put(states.at(-1) as TaskState);
  }

  async head(taskId: string): Promise<Head | null> {
    this.look();
    const task = this.place.tasks.get(taskId);
    return task === undefined ? null : { state: task.states.at(-1) as TaskState, hash: task.records.at(-1)?.hash ?? ROOT };
  }

  async at(taskId: string, version: number): Promise<TaskState | null> {
    this.look();
    const task = this.place.tasks.get(taskId);
    if (task === undefined) return null;
    return task.states[version - 1] ?? refuse('version_not_found', `${taskId} has no version ${version}.`);
  }

  async append(taskId: string, expectedVersion: number, draft: RecordDraft, next: TaskState): Promise<Appended> {
    // As on a disk, there is a moment between being asked and being done.
    await null;
    this.look();
    if (expectedVersion === 0) this.assertFree(taskId);
    const task = this.place.tasks.get(taskId) ?? { records: [], states: [] };
    if (expectedVersion > 0 && task.records.length === 0) refuse('task_not_found', `There is no task ${taskId}.`);
    if (task.records.length !== expectedVersion)
      throw new HandoffError('version_conflict', `${taskId} is at version ${task.records.length}.`, {
        current_version: task.records.length,
      });
    this.place.tasks.set(taskId, task);
    return this.add(task, draft, next);
  }

  async fork(source: { taskId: string; version: number }, taskId: string, draft: RecordDraft, next: TaskState): Promise<Appended> {
    await null;
    this.look();
    const from = this.existing(source.taskId);
    if (from.records[source.version - 1] === undefined) refuse('version_not_found', `${source.taskId} has no version ${source.version}.`);
    this.assertFree(taskId);
    const task: KeptTask = { records: [], states: from.states.slice(0, source.version) };
    for (const { idempotency_key: _, ...record } of from.records.slice(0, source.version)) task.records.push(this.seal(task, record));
    this.place.tasks.set(taskId, task);
    return this.add(task, draft, next, null);
  }

  async records(taskId: string, from: number, to: number): Promise<readonly TaskRecord[]> {
    this.look();
    return this.place.tasks.get(taskId)?.records.slice(Math.max(0, from - 1), Math.max(0, to)) ?? [];
  }

  async history(taskId: string, { limit, cursor }: PageRequest): Promise<Page<HistoryRow>> {
    this.look();
    const { records, states } = this.existing(taskId);
    if (cursor !== undefined && !/^v\d+$/.test(cursor)) refuse('invalid_request', 'The cursor is not one that this list gave.');
    const newest = cursor === undefined ? records.length : Number(cursor.slice(1)) - 1;
    const oldest = Math.max(1, newest - limit + 1);
    const rows = records.slice(oldest - 1, newest).map((record) => historyRow(record, states[record.version - 1] as TaskState));
    return { items: rows.reverse(), next_cursor: oldest > 1 ? `v${oldest}` : null };
  }

  async findKey(taskId: string, principal: string, idempotencyKey: string): Promise<TaskRecord | null> {
    return this.find(taskId, principal, (record) => record.idempotency_key === idempotencyKey);
  }

  async findFingerprint(taskId: string, principal: string, fingerprint: string): Promise<TaskRecord | null> {
    return this.find(taskId, principal, (record) => record.fingerprint === fingerprint);
  }

  async query(filter: TaskFilter, page: PageRequest): Promise<Page<TaskRow>> {
    this.look();
    return this.index.query(filter, page);
  }

  async gates(filter: GateFilter, page: PageRequest): Promise<Page<GateRow>> {
    this.look();
    return this.index.gates(filter, page);
  }

  async due(agent?: string): Promise<readonly DueTask[]> {
    this.look();
    return this.index.due(agent);
  }

  async events(after: string | null, limit: number) {
    this.look();
    return this.index.events(after, limit);
  }

  subscribe(listener: (event: TaskEvent) => void): () => void {
    return this.index.subscribe(listener);
  }

  async verify(taskId: string): Promise<Verification> {
    this.look();
    const { records, states } = this.existing(taskId);
    const bad = records.find((record, i) => {
      const { hash, ...unsealed } = record;
      return (
        sealRecord(unsealed).hash !== hash ||
        record.prev_hash !== (records[i - 1]?.hash ?? ROOT) ||
        replay(states[i - 1] ?? null, record, i + 1).version !== i + 1
      );
    });
    const found = { versions: records.length, head_hash: records.at(-1)?.hash ?? null, fragments: 0 };
    return bad === undefined
      ? { ok: true, ...found }
      : { ok: false, ...found, first_bad: { line: bad.version, after_version: bad.version - 1, reason: 'changed' } };
  }

  async close(): Promise<void> {}

  private look(): void {
    if (this.place.generation !== this.generation) refuse('outcome_unknown', 'Another store has taken over.');
  }

  private existing(taskId: string): KeptTask {
    return this.place.tasks.get(taskId) ?? refuse('task_not_found', `There is no task ${taskId}.`);
  }

  private assertFree(taskId: string): void {
    if (!TaskId.safeParse(taskId).success) refuse('invalid_request', 'This is no name for a task.');
    for (const id of this.place.tasks.keys())
      if (id.toLowerCase() === taskId.toLowerCase()) refuse('task_exists', `There is already a task ${id}.`, { task_id: id });
  }

  private find(taskId: string, principal: string, fits: (record: TaskRecord) => boolean): TaskRecord | null {
    this.look();
    const recent = this.place.tasks.get(taskId)?.records.slice(-RECENT_VERSIONS) ?? [];
    return recent.findLast((record) => (record.posted_by ?? record.principal) === principal && fits(record)) ?? null;
  }

  private seal(task: KeptTask, draft: RecordDraft): TaskRecord {
    const place = { version: task.records.length + 1, prev_hash: task.records.at(-1)?.hash ?? ROOT, generation: this.generation };
    const { hash: _, ...unsealed } = { ...draft, ...place, hash: '' };
    return JSON.parse(sealRecord(unsealed).framed.toString('utf8')) as TaskRecord;
  }

  private add(task: KeptTask, draft: RecordDraft, next: TaskState, before = task.states.at(-1) ?? null): Appended {
    const record = this.seal(task, draft);
    task.records.push(record);
    task.states.push(next);
    this.index.changed(before, next, record.kind);
    return { state: next, hash: record.hash, published: Promise.resolve() };
  }
}

const refuse = (code: ConstructorParameters<typeof HandoffError>[0], detail: string, details: object = {}): never => {
  throw new HandoffError(code, detail, { ...details });
};
