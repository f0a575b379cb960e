/** Where answers go. */
export interface Outlet {
  /** False when it would rather have no more until it says so. */
  write(bytes: Buffer): boolean;
  /** After what was written has gone out. */
  close(): void;
}

const NOTHING_YET = -1;
const OVER = 0;

/** One connection as the server sees it: what has arrived and was not read yet, and a way to answer. */
export class Line {
  readonly #chunks: Buffer[] = [];
  #readOfFirst = 0;
  #ended = false;
  #full = false;

  constructor(private readonly outlet: Outlet) {}

  arrive(chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  end(): void {
    this.#ended = true;
  }

  drained(): void {
    this.#full = false;
  }

  get hasInput(): boolean {
    return this.#chunks.length > 0 || this.#ended;
  }

  get takesOutput(): boolean {
    return !this.#full;
  }

  /** Fills the buffer as far as there is something. Returns how far, or that nothing is there yet, or never will be. */
  read(into: Buffer): number {
    let filled = 0;
    for (let chunk = this.#chunks[0]; chunk !== undefined && filled < into.length; chunk = this.#chunks[0]) {
      const copied = chunk.copy(into, filled, this.#readOfFirst);
      filled += copied;
      this.#readOfFirst += copied;
      if (this.#readOfFirst < chunk.length) break;
      this.#chunks.shift();
      this.#readOfFirst = 0;
    }
    if (filled > 0) return filled;
    return this.#ended ? OVER : NOTHING_YET;
  }

  write(bytes: Buffer): number {
    if (this.#ended) return NOTHING_YET;
    this.#full = !this.outlet.write(bytes);
    return bytes.length;
  }

  close(): void {
    this.outlet.close();
  }
}
