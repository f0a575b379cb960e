import { HandoffError, roughCount, type Tokenizer } from '@app/handoff';

/** Braces, and what a comma costs here and there. */
const FRAME_TOKENS = 8;
/** What is longer is taken for too long without being counted. */
const CHARS_PER_TOKEN = 16;

interface Field {
  readonly key: string;
  readonly value: unknown;
  /** Gives way when the whole turns out larger than its parts. */
  readonly mayGo: boolean;
}

/** An answer of at most so many tokens as JSON: what has to be in it is put in first, everything else is offered what is left. */
export class Room {
  readonly #fields: Field[] = [];
  readonly #ending: Field[] = [];
  #left: number;

  constructor(
    readonly maxTokens: number,
    private readonly tokenizer: Tokenizer,
  ) {
    this.#left = maxTokens - FRAME_TOKENS;
  }

  get left(): number {
    return this.#left;
  }

  /** What it takes as JSON; infinitely much when that is more than `most`. */
  tokensOf(value: unknown, most = this.#left): number {
    const json = JSON.stringify(value);
    const tokens = json.length > most * CHARS_PER_TOKEN ? Number.POSITIVE_INFINITY : roughCount(json, this.tokenizer);
    return tokens <= most ? tokens : Number.POSITIVE_INFINITY;
  }

  put(fields: object): void {
    for (const [key, value] of Object.entries(fields)) if (value !== undefined) this.#take(this.#fields, { key, value, mayGo: false });
  }

  /** Stands at the end of the answer, whatever comes later. */
  putLast(key: string, value: unknown): void {
    this.#take(this.#ending, { key, value, mayGo: false });
  }

  /** Whether it had room. */
  offer(key: string, value: unknown): boolean {
    const tokens = this.tokensOf({ [key]: value });
    if (tokens > this.#left) return false;
    this.#fields.push({ key, value, mayGo: true });
    this.#left -= tokens;
    return true;
  }

  /** As many of these, from the first on, as have room. Returns how many have not. */
  offerSome(key: string, items: readonly unknown[], most = this.#left): number {
    let left = Math.min(most, this.#left) - this.tokensOf({ [key]: [] });
    const fit = items.findIndex((item) => {
      left -= this.tokensOf(item) + 1;
      return left < 0;
    });
    const some = fit < 0 ? items : items.slice(0, fit);
    return some.length > 0 && this.offer(key, some) ? items.length - some.length : items.length;
  }

  /** Throws `budget_too_small` when not even that has room which has to be there. */
  get text(): string {
    for (;;) {
      const text = JSON.stringify(Object.fromEntries([...this.#fields, ...this.#ending].map(({ key, value }) => [key, value])));
      const tokens = roughCount(text, this.tokenizer);
      if (tokens <= this.maxTokens) return text;
      const last = this.#fields.findLastIndex(({ mayGo }) => mayGo);
      if (last < 0) throw new HandoffError('budget_too_small', `This answer needs at least ${tokens} tokens.`, { least: tokens });
      this.#fields.splice(last, 1);
    }
  }

  #take(fields: Field[], field: Field): void {
    fields.push(field);
    this.#left -= roughCount(JSON.stringify({ [field.key]: field.value }), this.tokenizer);
  }
}
