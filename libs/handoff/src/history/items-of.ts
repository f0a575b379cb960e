import type { LetteredKind } from '../schema/ids.js';
import type { Operation } from '../schema/operation.js';
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

const INDEX = /^\d+$/;

const PACKET_LISTS = [
  ['observed', 'findings'],
  ['not_done', 'not_done'],
  ['failed_approaches', 'failed_approaches'],
] as const satisfies readonly (readonly [string, LetteredKind])[];

const wholeItem = (record: ItemSource, kind: LetteredKind, value: Fields): RecordedItem => {
  const id = value.id as string;
  const whole = record.whole?.[id.slice(id.indexOf('.G') + 1)];
  if (whole === undefined && value.clipped === undefined) return { kind, id, value };
  const { clipped: _, ...kept } = value;
  return { kind, id, value: { ...kept, ...whole } };
};

const withParts = (record: ItemSource, packet: RecordedItem): RecordedItem[] => [
  packet,
  ...PACKET_LISTS.flatMap(([field, kind]) => (packet.value[field] as Fields[]).map((part) => wholeItem(record, kind, part))),
];

/** The kind of item that this operation brings, if it brings one. */
const kindOf = ({ op, path }: Operation): LetteredKind | undefined => {
  if (op !== 'add') return undefined;
  const end = path.indexOf('/', 1);
  return end > 0 && INDEX.test(path.slice(end + 1)) ? KIND_OF_LIST[path.slice(1, end)] : undefined;
};

/** Everything this record recorded, in the order it was posted. An item enters the state by one `add` to its list: that is where it is found. */
export const itemsOf = (record: ItemSource): readonly RecordedItem[] => {
  const items: RecordedItem[] = [];
  for (const operation of record.effect) {
    const kind = kindOf(operation);
    if (kind === undefined) continue;
    const item = wholeItem(record, kind, (operation as { value: Fields }).value);
    if (kind === 'packets') items.push(...withParts(record, item));
    else items.push(item);
  }
  return items;
};
