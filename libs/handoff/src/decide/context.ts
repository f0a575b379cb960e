import type { SeenFile } from '../ports/artifact-access.js';
import type { Digest } from '../ports/digest.js';
import type { Artifact, ArtifactStatus } from '../schema/artifact.js';
import type { Gate } from '../schema/gate.js';
import type { Principal } from '../schema/principal.js';
import type { Rules } from '../schema/rules.js';
import type { TaskState } from '../schema/task-state.js';

/** How current the evidence of a check is: nothing it covers has changed since, or something has. */
export type Freshness = 'fresh' | 'stale';

/** What the decision needs to know and the state does not hold. Whoever calls `decide` looks it up before; nothing is looked up inside. */
export interface KnownItems {
  /** Moved-out decisions that the command names, and whether they are superseded. */
  readonly decisions?: ReadonlyMap<string, { readonly superseded: boolean }>;
  /** Moved-out current artifacts that the command names. */
  readonly artifacts?: ReadonlyMap<string, Artifact>;
  /** Moved-out gates that the command names: all are resolved, only an open one stays for sure. */
  readonly gates?: ReadonlyMap<string, Gate>;
  /** What is seen of the files that the command names without saying what they are. */
  readonly files?: ReadonlyMap<string, SeenFile>;
  /** Every current artifact as it lies on the disk now; only where an exit rule asks. */
  readonly onDisk?: readonly { readonly path: string; readonly status: ArtifactStatus }[];
  /** Of the checks the phase requires that the service saw pass. */
  readonly evidence?: ReadonlyMap<string, Freshness>;
  /** Whether the present claim was heard of within its lease; null when there is none. */
  readonly claimAlive?: boolean | null;
  /** A name for a claim whose caller gave none. */
  readonly instance?: string;
  /** Digest of what the gate is about, computed now. */
  readonly gateDigest?: string;
  /** The state a fork starts from. */
  readonly source?: TaskState;
}

export interface DecideContext {
  readonly now: string;
  readonly principal: Principal;
  readonly rules: Rules;
  readonly digest: Digest;
  readonly items: KnownItems;
}
