import type { Phase } from '../schema/phase.js';
import type { RecordKind } from '../schema/record.js';
import type { Status } from '../schema/status.js';
import type { TaskState } from '../schema/task-state.js';

export const EVENT_NAMES = [
  'task.created',
  'task.edited',
  'task.handed_off',
  'task.updated',
  'task.claimed',
  'task.released',
  'task.reassigned',
  'task.completed',
  'task.abandoned',
  'task.cancelled',
  'task.reopened',
  'gate.opened',
  'gate.voted',
  'gate.resolved',
  'check.finished',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** A pointer to what happened, never the content. `id` is `<version>.<k>`: one version can cause several. */
export interface TaskEvent {
  readonly id: string;
  readonly name: EventName;
  readonly task_id: string;
  readonly version: number;
  readonly phase: Phase;
  readonly status: Status;
  readonly by: string;
  readonly at: string;
  readonly gate_id?: string;
}

/** An event in the order of all tasks; the cursor resumes after it. */
export interface LoggedEvent extends TaskEvent {
  readonly cursor: string;
}

const NAME_OF_KIND = {
  create: 'task.created',
  edit: 'task.edited',
  handoff: 'task.handed_off',
  update: 'task.updated',
  claim: 'task.claimed',
  release: 'task.released',
  vote: 'gate.voted',
  evidence: 'check.finished',
  reopen: 'task.reopened',
  reassign: 'task.reassigned',
  cancel: 'task.cancelled',
  fork: 'task.created',
  abandon: 'task.abandoned',
} as const satisfies Record<RecordKind, EventName>;

const openGates = (state: TaskState | null): string[] => (state?.gates ?? []).flatMap(({ id, status }) => (status === 'open' ? [id] : []));

/** An open gate never leaves the state: one that is not open any more was resolved, also when it moved out at once. */
const gateEvents = (before: TaskState | null, after: TaskState): [EventName, string][] => {
  if (before?.gates === after.gates) return [];
  const was = openGates(before);
  const is = openGates(after);
  return [
    ...was.filter((id) => !is.includes(id)).map((id): [EventName, string] => ['gate.resolved', id]),
    ...is.filter((id) => !was.includes(id)).map((id): [EventName, string] => ['gate.opened', id]),
  ];
};

/** Everything one version means to somebody who watches; the step from `before` to `after` is all it needs. */
export const eventsOf = (before: TaskState | null, after: TaskState, kind: RecordKind): readonly TaskEvent[] => {
  const names: [EventName, (string | undefined)?][] = [[NAME_OF_KIND[kind]]];
  if (kind === 'vote') names[0] = ['gate.voted', openGates(before)[0]];
  if (kind !== 'fork') names.push(...gateEvents(before, after));
  if (after.status !== before?.status && after.status === 'completed') names.push(['task.completed']);
  if (after.status !== before?.status && after.status === 'abandoned' && kind !== 'abandon') names.push(['task.abandoned']);
  if (after.status !== before?.status && after.status === 'cancelled' && kind !== 'cancel') names.push(['task.cancelled']);
  return names.map(([name, gate], k) => ({
    id: `${after.version}.${k + 1}`,
    name,
    task_id: after.task_id,
    version: after.version,
    phase: after.phase,
    status: after.status,
    by: after.updated_by,
    at: after.updated_at,
    ...(gate === undefined ? {} : { gate_id: gate }),
  }));
};
