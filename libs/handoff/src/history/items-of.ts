import type { LetteredKind } from '../schema/ids.js';
import type { TaskRecord } from '../schema/record.js';

type Fields = Readonly<Record<string, unknown>>;

/** An item with all its text, as the version that recorded it has it. */
export interface RecordedItem {
  readonly kind: LetteredKind;
  readonly id: string;
  readonly value: Fields;
}

type ItemSource = Pick<TaskRecord, 'effect' | 'whole'>;

/** The list of the state that each kind of item enters. */
const KIND_OF_LIST: Readonly<Record<string, LetteredKind>> = {
  decisions_made: 'decisions',
  blocking_issues: 'issues',
  warnings: 'warnings',
  checks: 'checks',
  packets: 'packets',
  retry_feedback: 'feedback',
  gates: 'gates',
};

const PACKET_LISTS = [
  ['observed', 'findings'],
  ['not_done', 'not_done'],
  ['failed_approaches', 'failed_approaches'],
] as const satisfies readonly (readonly [string, LetteredKind])[];

const wholeItem = (record: ItemSource, kind: LetteredKind, value: Fields): RecordedItem => {
  const id = value.id as string;
  const { clipped: _, ...kept } = value;
  return { kind, id, value: { ...kept, ...record.whole?.[id.slice(id.indexOf('.G') + 1)] } };
};

const withParts = (record: ItemSource, packet: RecordedItem): RecordedItem[] => [
  packet,
  ...PACKET_LISTS.flatMap(([field, kind]) => (packet.value[field] as Fields[]).map((part) => wholeItem(record, kind, part))),
];

/** Everything this record recorded, in the order it was posted. An item enters the state by one `add` to its list: that is where it is found. */
export const itemsOf = (record: ItemSource): readonly RecordedItem[] =>
  record.effect.flatMap((op) => {
    const list = /^\/(\w+)\/\d+$/.exec(op.path)?.[1];
    const kind = list === undefined ? undefined : KIND_OF_LIST[list];
    if (kind === undefined || op.op !== 'add') return [];
    const item = wholeItem(record, kind, op.value as Fields);
    return kind === 'packets' ? withParts(record, item) : [item];
  });
