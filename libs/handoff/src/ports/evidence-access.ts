/** How the domain learns whether what the service saw of a check still holds. */
export interface EvidenceAccess {
  /**
   * Hash of what the check speaks for, as it is now; null where that can't be told. `lately`: one that was made a moment ago will do, as for
   * a hint; without it, it is made after this was asked.
   */
  treeHash(check: string, lately?: boolean): Promise<string | null>;
}
