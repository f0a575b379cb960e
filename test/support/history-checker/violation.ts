/** `versions`: two for one, a gap, or not the one asked for. `order`: against real time. `read`: what was not there yet, or no longer.
 * `unknown`: carried out more than once. `refused`: carried out all the same. `chain`: lost, doubled, elsewhere, or nobody's. */
export interface Violation {
  readonly rule: 'versions' | 'order' | 'read' | 'unknown' | 'refused' | 'chain';
  readonly task: string;
  /** Those it takes to see it. */
  readonly ops: readonly string[];
  readonly detail: string;
}
