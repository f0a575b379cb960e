/** A queue server that is up, on the port and with the password it was given. */
export interface QueueServer {
  /** As the start screen shows it. */
  readonly name: string;
  /** Settles, with the reason, when it ended without being asked to. */
  readonly died: Promise<string>;
  /** How many connections there are to it from outside. */
  connections(): Promise<number>;
  /** Keeps what it holds, as far as it can. */
  stop(): Promise<void>;
}

/** What a server needs to start. The directory is its own. */
export interface ServerPlace {
  readonly directory: string;
  readonly port: number;
  readonly password: string;
}
