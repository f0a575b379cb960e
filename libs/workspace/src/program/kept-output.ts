import { createHash } from 'node:crypto';

const HEAD_BYTES = 16 * 1024;
const TAIL_BYTES = 48 * 1024;

/** What a program writes, as it comes: hashed whole, kept at both ends. Memory is bounded, however much it writes. */
export class KeptOutput {
  #bytes = 0;
  readonly #hash = createHash('sha256');
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;

  constructor(
    private readonly headBytes = HEAD_BYTES,
    private readonly tailBytes = TAIL_BYTES,
  ) {}

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    this.#hash.update(piece);
    const forHead = piece.subarray(0, this.headBytes - this.#headBytes);
    if (forHead.length > 0) {
      this.#head.push(forHead);
      this.#headBytes += forHead.length;
    }
    const rest = piece.subarray(forHead.length);
    if (rest.length > 0) this.#addToTail(rest);
  }

  get hash(): string {
    return this.#hash.copy().digest('hex');
  }

  get text(): string {
    const tail = Buffer.concat(this.#tail).subarray(-this.tailBytes);
    const leftOut = this.#bytes - this.#headBytes - tail.length;
    const between = leftOut === 0 ? [] : [Buffer.from(`\n[… ${leftOut} bytes left out …]\n`)];
    return Buffer.concat([...this.#head, ...between, tail]).toString('utf8');
  }

  #addToTail(piece: Buffer): void {
    this.#tail.push(piece);
    this.#tailBytes += piece.length;
    // Joined seldom: each byte is copied a bounded number of times.
    if (this.#tailBytes <= 4 * this.tailBytes) return;
    this.#tail = [Buffer.from(Buffer.concat(this.#tail).subarray(-this.tailBytes))];
    this.#tailBytes = this.tailBytes;
  }
}
