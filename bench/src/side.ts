/** How much was done, over how much: acknowledged commands over milliseconds, or bytes written over bytes posted. */
export interface Slice {
  readonly count: number;
  readonly over: number;
  /** For the side whose turn is next, where it works on what this one made. */
  readonly made?: readonly string[];
}

export type Facts = Readonly<Record<string, unknown>>;

/** One of those that are compared. It lives in a process of its own and works only in its slices. */
export interface Side {
  /** Everything that is not to be timed: bodies, tasks, room to work. */
  prepare(made: readonly string[], mode: string): Promise<void>;
  /** Works until the clock says so. */
  slice(ms: number, mode: string): Promise<Slice>;
  /** What the fixtures came out as. */
  facts(): Promise<Facts>;
  /** Ends the work and throws unless everything that was acknowledged is there, once. Gives how many that were. */
  finish(): Promise<number>;
}

export interface SideOptions {
  readonly directory: string;
  readonly build: string;
  readonly smoke: boolean;
  readonly inFlight: number;
  readonly minimal: boolean;
  /** What the sides before it said of themselves. */
  readonly known: Facts;
}

export type OpenSide = (options: SideOptions) => Promise<Side>;
