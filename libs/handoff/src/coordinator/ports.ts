import type { ArtifactAccess } from '../ports/artifact-access.js';
import type { Clock } from '../ports/clock.js';
import type { Digest } from '../ports/digest.js';
import type { Dispatcher } from '../ports/dispatcher.js';
import type { EvidenceAccess } from '../ports/evidence-access.js';
import type { LeaseWatch } from '../ports/lease-watch.js';
import type { TaskStore } from '../ports/task-store.js';
import type { Rules } from '../schema/rules.js';
import type { Tokenizer } from '../summary/tokenizer.js';

/** Everything the domain needs from outside. */
export interface Ports {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly dispatcher: Dispatcher;
  readonly artifacts: ArtifactAccess;
  readonly evidence: EvidenceAccess;
  readonly leases: LeaseWatch;
  readonly tokenizer: Tokenizer;
  /** A fresh name nobody can guess, of letters and digits, at least 12 long. */
  readonly makeName: () => string;
}

export interface Settings {
  readonly rules: Rules;
  /** Of the configuration the rules come from; recorded with every version written under it, so a short one (16 hex digits) is kind to the log. */
  readonly configHash: string;
  readonly summaryTokens: number;
  /** Names of the checks the service can run itself. */
  readonly checks: readonly string[];
}
