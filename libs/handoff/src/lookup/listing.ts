import type { HandleKind, LetteredKind } from '../schema/ids.js';
import type { ItemLedger } from './item-ledger.js';
import type { LedgerEntry } from './mark.js';
import { FACTS, factIn, type GoalEntry } from './task-trail.js';
import { type ReadRecord, wholeItem } from './whole-item.js';

type Fields = Readonly<Record<string, unknown>>;

/** One element of a list, read when its turn comes. */
export interface Listed {
  readonly key: string;
  read(): Promise<Fields>;
}

/** What a list leaves to the handle of the single item: when and by whom is in the history, packets' items are kinds of their own. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'agent',
  'timestamp',
  'at',
  'raised_by',
  'raised_at',
  'attempt',
  'artifacts_hash',
  'evidence',
  'command',
  'observed',
  'not_done',
  'failed_approaches',
  'digest',
]);

const isEmpty = (value: unknown): boolean => value === null || value === false || (Array.isArray(value) && value.length === 0);

const compact = (kind: LetteredKind, fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => {
      if (key === 'passed') return true;
      return !isEmpty(value) && !LEFT_OUT.has(key) && (key !== 'status' || kind === 'gates');
    }),
  );

const standing = (entry: LedgerEntry, asOf: number): number => {
  if (entry.over_in !== null && entry.over_in <= asOf) return 2;
  return entry.pressing ? 0 : 1;
};

/** In force first, and of those what presses; then newest first, and within one version as it was posted. */
const ordered = (entries: readonly LedgerEntry[], asOf: number): readonly LedgerEntry[] =>
  [...entries].sort((a, b) => standing(a, asOf) - standing(b, asOf) || b.version - a.version || a.position - b.position);

export interface ListingSource {
  readonly ledger: ItemLedger;
  readonly readRecord: ReadRecord;
  /** The version whose marks decide the order. */
  readonly asOf: number;
}

const listItems = ({ ledger, readRecord, asOf }: ListingSource, kind: LetteredKind, version: number): readonly Listed[] =>
  ordered(ledger.entries(kind, version), asOf).map(({ id }) => ({
    key: id,
    read: async () => compact(kind, (await wholeItem(ledger, id, readRecord)) ?? { id }),
  }));

const latestUpTo = (versions: readonly number[], version: number): number => versions.findLast((one) => one <= version) ?? 0;

const listArtifacts = ({ ledger, asOf }: ListingSource, version: number): readonly Listed[] => {
  const gone = (removed: number | null): number => (removed !== null && removed <= asOf ? 1 : 0);
  return ledger
    .artifacts()
    .filter((entry) => (entry.recorded_in[0] ?? 0) <= version)
    .map((entry) => ({ ...entry, latest: latestUpTo(entry.recorded_in, asOf) }))
    .sort((a, b) => gone(a.removed_in) - gone(b.removed_in) || b.latest - a.latest || (a.artifact.path < b.artifact.path ? -1 : 1))
    .map(({ artifact: { path, artifact_type, size_bytes, version: recorded }, removed_in }) => ({
      key: path,
      read: async () => ({
        path,
        artifact_type,
        ...(size_bytes === null ? {} : { size_bytes }),
        version: recorded,
        ...(removed_in === null ? {} : { removed_in }),
      }),
    }));
};

const readGoal = async (entry: GoalEntry, readRecord: ReadRecord): Promise<Fields> => {
  const parts = await Promise.all(
    FACTS.map(async (fact): Promise<[string, unknown]> => {
      const record = await readRecord(entry.said_in[fact]);
      return [fact, record === undefined ? null : factIn(record, fact)];
    }),
  );
  return { version: entry.version, ...Object.fromEntries(parts.filter(([, value]) => !isEmpty(value))) };
};

const listGoals = ({ ledger, readRecord }: ListingSource, version: number): readonly Listed[] =>
  ledger
    .goals()
    .filter((entry) => entry.version <= version)
    .toReversed()
    .map((entry) => ({ key: `goal@${entry.version}`, read: () => readGoal(entry, readRecord) }));

const listRows = ({ ledger }: ListingSource, version: number): readonly Listed[] =>
  ledger
    .rows()
    .slice(0, version)
    .toReversed()
    .map((row) => ({ key: `history@${row.version}`, read: async () => ({ ...row }) }));

/** Everything of a kind recorded up to a version, what matters first. */
export const listing = (source: ListingSource, kind: HandleKind, version: number): readonly Listed[] => {
  if (kind === 'artifacts') return listArtifacts(source, version);
  if (kind === 'goal') return listGoals(source, version);
  return kind === 'history' ? listRows(source, version) : listItems(source, kind, version);
};
