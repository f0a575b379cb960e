interface Extra {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer with more to it than its body. */
export class Answer {
  constructor(
    readonly body: unknown,
    readonly extra: Extra = {},
  ) {}

  /** The same with further headers. */
  with(headers: Readonly<Record<string, string>>): Answer {
    return new Answer(this.body, { ...this.extra, headers: { ...this.extra.headers, ...headers } });
  }
}
