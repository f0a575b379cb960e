import { itemsOf, type RecordedItem } from '../history/items-of.js';
import type { Gate, Vote } from '../schema/gate.js';
import { shortGateId } from '../schema/ids.js';
import type { TaskRecord } from '../schema/record.js';
import type { ItemLedger } from './item-ledger.js';
import type { Mark } from './mark.js';

export type ReadRecord = (version: number) => Promise<TaskRecord | undefined>;

type Fields = Readonly<Record<string, unknown>>;

const known = new WeakMap<TaskRecord, ReadonlyMap<string, RecordedItem>>();

/** A record may hold hundreds of items; a list asks for one after the other. */
const itemIn = (record: TaskRecord, id: string): RecordedItem | undefined => {
  const items = known.get(record) ?? new Map(itemsOf(record).map((item) => [item.id, item]));
  known.set(record, items);
  return items.get(id);
};

const wholeVote = async (vote: Vote, gate: Gate, readRecord: ReadRecord): Promise<Vote> => {
  const { clipped, ...kept } = vote;
  const reason = clipped === undefined ? undefined : (await readRecord(vote.version))?.whole?.[shortGateId(gate.id)]?.reason;
  return { ...kept, reason: typeof reason === 'string' ? reason : vote.reason };
};

const presentGate = async (gate: Gate, readRecord: ReadRecord): Promise<Fields> => ({
  ...gate,
  votes: await Promise.all(gate.votes.map((vote) => wholeVote(vote, gate, readRecord))),
});

const presentIssue = ({ acknowledged, resolved }: Mark): Fields => ({
  ...(acknowledged === undefined ? {} : { acknowledged }),
  ...(resolved === undefined ? {} : { status: 'resolved', resolved }),
});

const present = async (mark: Mark, readRecord: ReadRecord): Promise<Fields> => {
  const { gate, acknowledged, resolved, superseded_by, replaced_by } = mark;
  if (gate !== undefined) return presentGate(gate, readRecord);
  if (acknowledged !== undefined || resolved !== undefined) return presentIssue(mark);
  if (replaced_by !== undefined) return { replaced_by };
  return superseded_by === undefined ? {} : { superseded_by };
};

/** An item with all its text and its present mark. */
export const wholeItem = async (ledger: ItemLedger, id: string, readRecord: ReadRecord): Promise<Fields | undefined> => {
  const entry = ledger.entry(id);
  const record = entry === undefined ? undefined : await readRecord(entry.version);
  const item = record === undefined ? undefined : itemIn(record, id);
  return entry === undefined || item === undefined ? undefined : { ...item.value, ...(await present(entry.mark, readRecord)) };
};
