import { GAP } from './encode-value.js';
import type { Passage } from './passages-of.js';
import type { Row } from './row.js';
import type { TokenCounts } from './token-counts.js';

const WORD_END = /[\p{L}\p{N}]$/u;

/** A line as far as it is shown by now. */
export class Line {
  readonly #shown = new Set<Passage>();
  readonly #passages: Passage[][] = [];
  open = false;

  constructor(readonly row: Row) {}

  passages(slot: number): readonly Passage[] {
    return this.#list(slot);
  }

  #list(slot: number): Passage[] {
    const list = this.#passages[slot] ?? [...(this.row.slots[slot]?.passages ?? [])];
    this.#passages[slot] = list;
    return list;
  }

  has(passage: Passage): boolean {
    return this.#shown.has(passage);
  }

  show(passage: Passage): void {
    this.#shown.add(passage);
  }

  hide(passage: Passage): void {
    this.#shown.delete(passage);
  }

  /** Puts parts in the place of a passage that is too long to be shown whole. */
  replace(slot: number, passage: Passage, parts: readonly Passage[]): void {
    const list = this.#list(slot);
    list.splice(list.indexOf(passage), 1, ...parts);
  }

  isShown(slot: number): boolean {
    return this.#shown.size > 0 && this.passages(slot).some((passage) => this.#shown.has(passage));
  }

  isWhole(slot: number): boolean {
    return this.passages(slot).every((passage) => this.#shown.has(passage));
  }

  /** The passage that must stand before this one, because together they are one sentence. */
  before(slot: number, passage: Passage): Passage | null {
    const list = this.passages(slot);
    const earlier = list[list.indexOf(passage) - 1];
    return earlier !== undefined && earlier.sentence === passage.sentence ? earlier : null;
  }

  gaps(slot: number): number {
    const list = this.passages(slot);
    if (!this.isShown(slot)) return 0;
    return list.filter((passage, index) => {
      const previous = list[index - 1];
      return !this.#shown.has(passage) && (previous === undefined || this.#shown.has(previous));
    }).length;
  }

  /** Whether a word stands at its end: after a mark the line feed costs nothing, since the two are one token. */
  get endsInWord(): boolean {
    const slot = this.row.slots.findLastIndex((_, index) => this.isShown(index));
    const last = slot < 0 ? this.row.prefix : this.passages(slot).at(-1);
    if (typeof last === 'string') return WORD_END.test(last);
    return last !== undefined && this.#shown.has(last) && WORD_END.test(last.text);
  }

  #value(slot: number): string {
    let text = '';
    let hidden = false;
    for (const passage of this.passages(slot)) {
      if (this.#shown.has(passage)) text += `${hidden ? GAP : ''}${passage.glued ? '' : ' '}${passage.text}`;
      hidden = !this.#shown.has(passage);
    }
    return hidden ? text + GAP : text;
  }

  get #prefix(): string {
    const { prefix, wholePrefix = prefix } = this.row;
    return wholePrefix !== prefix && this.isWhole(0) ? wholePrefix : prefix;
  }

  /** What `text` and its line feed cost, told from what its parts do. */
  tokens(counts: TokenCounts): number {
    let tokens = counts.ofLine(this.#prefix) + (this.endsInWord ? 1 : 0);
    let values = 0;
    for (const slot of this.row.slots.keys()) {
      if (!this.isShown(slot)) continue;
      if (values > 0) tokens += counts.ofLine(this.row.separator);
      values += 1;
      tokens += this.gaps(slot) * counts.gap;
      for (const passage of this.passages(slot)) if (this.#shown.has(passage)) tokens += counts.ofPassage(passage);
    }
    return tokens;
  }

  text(): string {
    const values = this.row.slots.flatMap((_, slot) => (this.isShown(slot) ? [this.#value(slot)] : []));
    return this.#prefix + values.join(this.row.separator);
  }
}
