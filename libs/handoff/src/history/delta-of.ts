import type { TaskRecord } from '../schema/record.js';
import type { StateDelta } from '../schema/state-delta.js';
import { itemsOf, type RecordedItem } from './items-of.js';

type Fields = Readonly<Record<string, unknown>>;
type DeltaSource = Pick<TaskRecord, 'effect' | 'whole' | 'settled' | 'removed' | 'repeat_reason'>;

/** The posted fields of an item: without what the service added, and without what was not given. */
const posted = (fields: Fields, names: readonly string[]): Fields => {
  const given: Record<string, unknown> = {};
  for (const name of names) {
    const value = fields[name];
    if (value != null && !isEmpty(value)) given[name] = value;
  }
  return given;
};

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const POSTED = {
  artifacts: ['path', 'artifact_type', 'content_hash', 'size_bytes'],
  decisions: ['decision', 'rationale', 'alternatives', 'supersedes'],
  issues: ['issue', 'severity', 'suggested_action', 'requires_human'],
  checks: ['name', 'passed', 'detail'],
  findings: ['finding', 'source', 'confidence'],
  not_done: ['item', 'reason'],
  failed_approaches: ['approach', 'why'],
  packets: ['attempted', 'changed', 'highest_impact_uncertainty', 'next_agent_should_first', 'payload'],
} as const;

const packetOf = (items: readonly RecordedItem[], of: (kind: keyof typeof POSTED) => Fields[]): Fields | undefined => {
  if (!items.some((item) => item.kind === 'packets')) return undefined;
  const lists = { observed: of('findings'), not_done: of('not_done'), failed_approaches: of('failed_approaches') };
  return { ...of('packets')[0], ...posted(lists, Object.keys(lists)) };
};

const artifactsOf = ({ effect }: DeltaSource): Fields[] =>
  effect.flatMap((op) => (op.op === 'add' && op.path.startsWith('/artifacts/') ? [posted(op.value as Fields, POSTED.artifacts)] : []));

/** What was handed over in this version, read back from its record: texts whole, artifacts as they were completed. */
export const deltaOf = (record: DeltaSource): StateDelta => {
  const items = itemsOf(record);
  const of = (kind: keyof typeof POSTED): Fields[] => {
    const fields: Fields[] = [];
    for (const item of items) if (item.kind === kind) fields.push(posted(item.value, POSTED[kind]));
    return fields;
  };
  const feedback = items.find((item) => item.kind === 'feedback')?.value.feedback;
  const delta = {
    artifacts: artifactsOf(record),
    artifacts_removed: record.removed,
    decisions: of('decisions'),
    issues_raised: of('issues'),
    issues_resolved: record.settled,
    warnings: items.filter((item) => item.kind === 'warnings').map((item) => item.value.warning),
    checks: of('checks'),
    packet: packetOf(items, of),
    feedback,
    repeat_reason: record.repeat_reason,
  };
  return posted(delta, Object.keys(delta)) as StateDelta;
};
