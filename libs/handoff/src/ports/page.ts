export interface PageRequest {
  readonly limit: number;
  /** Opaque; as `next_cursor` gave it. A malformed one is `invalid_request`. */
  readonly cursor?: string | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}
