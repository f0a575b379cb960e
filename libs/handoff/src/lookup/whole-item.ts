import { itemsOf } from '../history/items-of.js';
import type { TaskRecord } from '../schema/record.js';
import type { ItemLedger, LedgerEntry } from './item-ledger.js';

export type ReadRecord = (version: number) => Promise<TaskRecord | undefined>;

const present = ({ mark }: LedgerEntry): Readonly<Record<string, unknown>> => {
  if (mark.gate !== undefined) return { ...mark.gate };
  if (mark.resolved !== undefined) return { status: 'resolved', resolved: mark.resolved };
  return mark.superseded_by === undefined ? {} : { superseded_by: mark.superseded_by };
};

/** An item with all its text and its present mark. */
export const wholeItem = async (
  ledger: ItemLedger,
  id: string,
  readRecord: ReadRecord,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const entry = ledger.entry(id);
  const record = entry === undefined ? undefined : await readRecord(entry.version);
  const item = record === undefined ? undefined : itemsOf(record).find((other) => other.id === id);
  return entry === undefined || item === undefined ? undefined : { ...item.value, ...present(entry) };
};
