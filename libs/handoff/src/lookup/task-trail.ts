import type { HistoryRow } from '../ports/history-row.js';
import type { Artifact } from '../schema/artifact.js';
import type { Operation } from '../schema/operation.js';
import type { Phase } from '../schema/phase.js';
import type { TaskRecord } from '../schema/record.js';
import type { Status } from '../schema/status.js';
import type { TaskState } from '../schema/task-state.js';

/** A version as a list shows it, with the files it recorded or removed. */
export interface TrailRow extends Omit<HistoryRow, 'hash'> {
  readonly artifacts?: readonly string[];
  readonly removed?: readonly string[];
}

export const FACTS = ['task_title', 'goal', 'acceptance_criteria', 'labels'] as const;
export type Fact = (typeof FACTS)[number];

/** One wording of what the task is about: for each part, the version that says it. */
export interface GoalEntry {
  readonly version: number;
  readonly said_in: Readonly<Record<Fact, number>>;
}

const filesIn = (record: TaskRecord): Pick<TrailRow, 'artifacts' | 'removed'> => {
  const artifacts = record.effect.flatMap((op) =>
    op.op === 'add' && op.path.startsWith('/artifacts/') ? [(op.value as unknown as Artifact).path] : [],
  );
  return { ...(artifacts.length === 0 ? {} : { artifacts }), ...(record.removed === undefined ? {} : { removed: record.removed }) };
};

const valueAt = (effect: readonly Operation[], key: keyof TaskState): unknown => {
  for (const op of effect.toReversed()) {
    if (op.op === 'remove') continue;
    if (op.path === `/${key}`) return op.value;
    if (op.path === '') return (op.value as unknown as TaskState)[key];
  }
  return undefined;
};

// Two long texts can begin alike: then the state is unchanged and only the whole text tells them apart.
const factsIn = (record: TaskRecord): Fact[] =>
  FACTS.filter((fact) => valueAt(record.effect, fact) !== undefined || record.whole?.task?.[fact] !== undefined);

/** The way a task went: one row per version, and where its goal was worded. */
export class TaskTrail {
  readonly #rows: TrailRow[] = [];
  readonly #goals: GoalEntry[] = [];
  #phase: Phase = 'planning';
  #status: Status = 'pending';

  rows(): readonly TrailRow[] {
    return this.#rows;
  }

  goals(): readonly GoalEntry[] {
    return this.#goals;
  }

  fold(record: TaskRecord, items: readonly string[]): void {
    const { version, at, principal: by, posted_by, kind } = record;
    this.#phase = (valueAt(record.effect, 'phase') as Phase | undefined) ?? this.#phase;
    this.#status = (valueAt(record.effect, 'status') as Status | undefined) ?? this.#status;
    const onBehalf = posted_by === undefined ? {} : { posted_by };
    this.#rows.push({ version, at, by, ...onBehalf, kind, phase: this.#phase, status: this.#status, items, ...filesIn(record) });
    const changed = factsIn(record);
    if (changed.length > 0) this.#reword(version, changed);
  }

  #reword(version: number, changed: readonly Fact[]): void {
    const before = this.#goals.at(-1)?.said_in;
    const said = (fact: Fact): number => (changed.includes(fact) ? version : (before?.[fact] ?? version));
    this.#goals.push({
      version,
      said_in: {
        task_title: said('task_title'),
        goal: said('goal'),
        acceptance_criteria: said('acceptance_criteria'),
        labels: said('labels'),
      },
    });
  }
}

/** What a record says of one part, with all its text. */
export const factIn = (record: TaskRecord, fact: Fact): unknown => record.whole?.task?.[fact] ?? valueAt(record.effect, fact);
