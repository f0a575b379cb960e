import type { Tokenizer } from '../summary/tokenizer.js';
import type { Cursor } from './cursor.js';
import { type FittedLead, fittedLead } from './fitted-lead.js';
import { beginning } from './lead-of.js';
import type { Listed } from './listing.js';
import { tooSmall } from './page.js';
import { roughCount } from './rough-count.js';

/** A part of the answer, with where reading stands after it. */
interface Taken {
  readonly part: unknown;
  readonly tokens: number;
  readonly after: Cursor;
}

const LEAST_PIECE_TOKENS = 24;

/**
 * Reads a list page by page: first the elements, each once, with long texts cut; then, under `rest_of`, what was cut off.
 * So what matters of many elements comes before all of a few, and nothing is left unread at the end.
 */
export class ListReader {
  readonly taken: Taken[] = [];
  #cursor: Cursor;
  #left: number;

  constructor(
    readonly list: readonly Listed[],
    readonly start: Cursor,
    /** All there is, and what of it the answer takes besides what is read. */
    readonly budget: { readonly maxTokens: number; readonly frameTokens: number },
    readonly tokenizer: Tokenizer,
  ) {
    this.#cursor = start;
    this.#left = budget.maxTokens - budget.frameTokens;
  }

  /** Null when everything has been read. */
  get cursor(): Cursor | null {
    return this.#isDone(this.#cursor) ? null : this.#cursor;
  }

  /** Of everything read. */
  get tokens(): number {
    return this.taken.reduce((sum, { tokens }) => sum + tokens, 0);
  }

  #isDone({ element, firstCut, rest }: Cursor): boolean {
    return element >= this.list.length && (rest >= 0 || firstCut < 0);
  }

  /** Forgets what was read last. */
  putBack(): void {
    this.taken.pop();
    this.#cursor = this.taken.at(-1)?.after ?? this.start;
  }

  async read(): Promise<void> {
    while (this.#cursor.rest < 0 && this.#cursor.element < this.list.length) if (!(await this.#readElement())) return;
    if (this.#cursor.rest < 0 && this.#cursor.firstCut >= 0)
      this.#cursor = { ...this.#cursor, element: this.#cursor.firstCut, rest: 0, offset: 0 };
    while (this.#cursor.rest >= 0 && this.#cursor.element < this.list.length) if (!(await this.#readRests())) return;
  }

  async #lead(element: number): Promise<FittedLead> {
    const value = (await this.list[element]?.read()) ?? {};
    const { leadChars, elementTokens } = this.#cursor;
    const fitted = fittedLead(value, leadChars, elementTokens, this.tokenizer);
    if (fitted.tokens > elementTokens) throw tooSmall(this.budget.frameTokens + fitted.tokens);
    return fitted;
  }

  #take(part: unknown, tokens: number, after: Cursor): void {
    this.#left -= tokens;
    this.#cursor = after;
    this.taken.push({ part, tokens, after });
  }

  async #readElement(): Promise<boolean> {
    const { element, firstCut } = this.#cursor;
    const { lead, rests, tokens } = await this.#lead(element);
    if (tokens > this.#left) return false;
    this.#take(lead, tokens, { ...this.#cursor, element: element + 1, firstCut: firstCut < 0 && rests.length > 0 ? element : firstCut });
    return true;
  }

  async #readRests(): Promise<boolean> {
    const { rests } = await this.#lead(this.#cursor.element);
    while (this.#cursor.rest < rests.length) if (!this.#readPiece(rests[this.#cursor.rest])) return false;
    this.#cursor = { ...this.#cursor, element: this.#cursor.element + 1, rest: 0, offset: 0 };
    return true;
  }

  /** As much of one cut text as there is room for. */
  #readPiece(rest: { readonly field: string; readonly text: string } | undefined): boolean {
    const { element, rest: index, offset } = this.#cursor;
    const key = this.list[element]?.key ?? '';
    const text = rest?.text.slice(offset) ?? '';
    for (let chars = Math.min(text.length, this.#left * 6); chars > 0; chars = Math.floor(chars * 0.7)) {
      const piece = chars >= text.length ? text : beginning(text, chars);
      if (piece === '') break;
      const part = { rest_of: key, field: rest?.field, text: piece };
      const tokens = roughCount(`${JSON.stringify(part)},`, this.tokenizer);
      if (tokens > this.#left) continue;
      const isLast = piece.length === text.length;
      if (!isLast && tokens < LEAST_PIECE_TOKENS && this.taken.length > 0) return false;
      this.#take(part, tokens, { ...this.#cursor, rest: isLast ? index + 1 : index, offset: isLast ? 0 : offset + piece.length });
      return true;
    }
    return false;
  }
}
