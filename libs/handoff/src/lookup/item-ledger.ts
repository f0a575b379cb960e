import { itemsOf, type RecordedItem } from '../history/items-of.js';
import type { Artifact } from '../schema/artifact.js';
import type { Gate } from '../schema/gate.js';
import { type LetteredKind, versionOf } from '../schema/ids.js';
import type { TaskRecord } from '../schema/record.js';
import { type ArtifactEntry, ArtifactShelf } from './artifact-shelf.js';
import type { LedgerEntry, Mark } from './mark.js';
import { type GoalEntry, TaskTrail, type TrailRow } from './task-trail.js';

const isPressing = ({ kind, value }: RecordedItem): boolean => {
  if (kind === 'issues') return value.severity === 'blocker' || value.requires_human === true;
  return kind === 'checks' && value.passed === false;
};

/**
 * Everything a task ever recorded, by id, with its present mark: folded record by record, without the texts.
 * An id says in which record its item stands whole, so a ledger stays small however much was written.
 */
export class ItemLedger {
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #latestChecks = new Map<string, string>();
  readonly #artifacts = new ArtifactShelf();
  readonly #trail = new TaskTrail();
  #version = 0;

  get version(): number {
    return this.#version;
  }

  entry(id: string): LedgerEntry | undefined {
    return this.#entries.get(id);
  }

  /** What of a kind was recorded up to a version, oldest first. */
  entries(kind: LetteredKind, upTo: number): LedgerEntry[] {
    return [...this.#entries.values()].filter((entry) => entry.kind === kind && entry.version <= upTo);
  }

  artifacts(): readonly ArtifactEntry[] {
    return this.#artifacts.all();
  }

  artifact(path: string): ArtifactEntry | undefined {
    return this.#artifacts.get(path);
  }

  currentArtifacts(): readonly Artifact[] {
    return this.#artifacts.all().flatMap((entry) => (entry.removed_in === null ? [entry.artifact] : []));
  }

  currentArtifact(path: string): Artifact | undefined {
    const entry = this.#artifacts.get(path);
    return entry?.removed_in === null ? entry.artifact : undefined;
  }

  /** Each version as a list shows it, oldest first. */
  rows(): readonly TrailRow[] {
    return this.#trail.rows();
  }

  /** Each wording of what the task is about, oldest first. */
  goals(): readonly GoalEntry[] {
    return this.#trail.goals();
  }

  fold(record: TaskRecord): void {
    this.#version = record.version;
    const items = itemsOf(record);
    const positions = new Map<LetteredKind, number>();
    for (const item of items) {
      const position = positions.get(item.kind) ?? 0;
      positions.set(item.kind, position + 1);
      this.#enter(item, position);
    }
    for (const { issue_id, resolution } of record.settled ?? [])
      this.#mark(issue_id, { resolved: { resolution, by: record.posted_by ?? record.principal, at: record.at } }, record.version);
    this.#artifacts.fold(record);
    this.#foldGates(record);
    this.#trail.fold(
      record,
      items.map((item) => item.id),
    );
  }

  #enter(item: RecordedItem, position: number): void {
    const { kind, id, value } = item;
    const version = versionOf(id.slice(id.indexOf('.G') + 1));
    this.#entries.set(id, { kind, id, version, position, pressing: isPressing(item), mark: {}, over_in: null });
    if (kind === 'decisions') for (const old of value.supersedes as string[]) this.#mark(old, { superseded_by: id }, version);
    if (kind !== 'checks') return;
    const name = `${value.source}:${value.name}`;
    const before = this.#latestChecks.get(name);
    if (before !== undefined) this.#mark(before, { replaced_by: id }, version);
    this.#latestChecks.set(name, id);
  }

  #mark(id: string, mark: Mark, over_in: number | null): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.#entries.set(id, { ...entry, mark: { ...entry.mark, ...mark }, over_in });
  }

  #foldGates(record: TaskRecord): void {
    for (const op of record.effect) {
      if (op.op === 'remove' || !op.path.startsWith('/gates')) continue;
      // A fork leaves the gates of the task it comes from behind: nobody can vote on them here.
      if (op.path === '/gates') this.#leaveGates(record.version);
      else if (/^\/gates\/\d+$/.test(op.path)) {
        const gate = op.value as Gate;
        this.#mark(gate.id, { gate }, gate.status === 'open' ? null : record.version);
        if (gate.status === 'approved') this.#acknowledge(gate);
      }
    }
  }

  /** What a gate asked about and its approval did not settle. */
  #acknowledge({ issue_ids, votes }: Gate): void {
    const vote = votes.at(-1);
    if (vote === undefined) return;
    const { by, at, version } = vote;
    for (const id of issue_ids)
      if (this.#entries.get(id)?.mark.resolved === undefined) this.#mark(id, { acknowledged: { by, at, version } }, null);
  }

  #leaveGates(version: number): void {
    for (const { id, mark, over_in } of this.entries('gates', version))
      if (mark.gate !== undefined && over_in === null) this.#mark(id, { gate: { ...mark.gate, status: 'voided' } }, version);
  }
}
