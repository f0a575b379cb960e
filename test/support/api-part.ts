/** An API that is up, wherever it runs. */
export interface ApiPart {
  readonly address: string;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
  /** Where it is a process of its own. */
  readonly process?: {
    readonly pid: number;
    readonly ended: Promise<number | NodeJS.Signals>;
    signal(signal: NodeJS.Signals): void;
  };
}
