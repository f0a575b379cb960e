/** A text as it comes in pieces, whole or not at all: null once it is longer than wanted. */
export class WholeText {
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(private readonly mostBytes: number) {}

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes <= this.mostBytes) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  get text(): string | null {
    return this.#bytes > this.mostBytes ? null : Buffer.concat(this.#pieces).toString('utf8');
  }
}
