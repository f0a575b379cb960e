import type { Gate } from '../schema/gate.js';
import type { LetteredKind } from '../schema/ids.js';
import type { Issue } from '../schema/issue.js';

/** What has become of an item since it was recorded. */
export interface Mark {
  readonly superseded_by?: string;
  /** A person has answered for an issue: it stays open and asks nobody again. */
  readonly acknowledged?: NonNullable<Issue['acknowledged']>;
  readonly resolved?: { readonly resolution: string; readonly by: string; readonly at: string };
  /** A later result of the same check. */
  readonly replaced_by?: string;
  /** A gate as it stands now. */
  readonly gate?: Gate;
}

/** Where an item stands in the history and what has become of it. Its text is in the record of its version. */
export interface LedgerEntry {
  readonly kind: LetteredKind;
  readonly id: string;
  readonly version: number;
  /** In its record: the first item of its kind has 0. */
  readonly position: number;
  /** Blockers, questions to a human, failed checks: before others of their kind that are in force. */
  readonly pressing: boolean;
  readonly mark: Mark;
  /** The version in which it ceased to be in force, or to be open. */
  readonly over_in: number | null;
}
