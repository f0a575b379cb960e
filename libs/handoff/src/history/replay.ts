import { apply } from '../patch/apply.js';
import type { Operation } from '../schema/operation.js';
import type { RecordDraft } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';

type Stamped = Pick<RecordDraft, 'effect' | 'principal' | 'posted_by' | 'at'>;

/** What a record's envelope says anyway: which version this is, who wrote it and when. */
export const envelopeOperations = ({ principal, posted_by, at }: Omit<Stamped, 'effect'>, version: number): readonly Operation[] => [
  { op: 'replace', path: '/version', value: version },
  { op: 'replace', path: '/updated_by', value: posted_by ?? principal },
  { op: 'replace', path: '/updated_at', value: at },
];

/** A record's effect with what its envelope says. */
export const operationsOf = (record: Stamped, version: number): readonly Operation[] => [
  ...record.effect,
  ...envelopeOperations(record, version),
];

/** The state after this record. Applies what was decided then; no rule runs again. */
export const replay = (before: TaskState | null, record: Stamped, version: number): TaskState =>
  apply(before, operationsOf(record, version)) as TaskState;
