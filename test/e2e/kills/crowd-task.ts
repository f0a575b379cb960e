/** What one client of the crowd is told when it starts. */
export interface CrowdTask {
  readonly client: number;
  readonly seed: number;
  readonly address: string;
  /** By principal. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly tasks: readonly string[];
  readonly log: string;
}

/** What a client has done by now; it says so after every handoff, and a last time when it ends. */
export interface Tally {
  readonly client: number;
  readonly handoffs: number;
  /** Everything that was acknowledged, handoffs among it. */
  readonly commits: number;
  /** Answers that did not come, or were not looked at. */
  readonly lost: number;
  /** Operations asked for again after that. */
  readonly retried: number;
  /** Those of them that turned out to have been carried out. */
  readonly replayed: number;
  /** Operations given up without knowing. */
  readonly forgotten: number;
  readonly refused: Readonly<Record<string, number>>;
}
