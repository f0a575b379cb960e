/** Takes the rings of one agent's queue for as long as it is open. */
export interface Consumer {
  /** How many rings it has taken altogether, and how many of them it is still busy with. */
  readonly taken: number;
  readonly busy: number;
  /** How many rings wait in the queue. */
  waiting(): Promise<number>;
  /** Takes nothing more. Resolves when what was taken is over. */
  close(): Promise<void>;
}
