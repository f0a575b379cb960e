/** What is asked at each scrape, of those who know. A question nobody answers leaves its figures out; one that fails, too. */
export interface Gauges {
  /** A row per agent, also for agents with nothing to do. */
  waiting(): Promise<readonly { readonly agent: string; readonly count: number; readonly oldestS: number }[]>;
  openGates(): Promise<{ readonly count: number; readonly oldestS: number }>;
  /** `none`: nobody has to be rung. */
  queue(): 'ok' | 'unavailable' | 'none';
  inFlight(): number;
  eventStreams(): number;
}
