import { createInterface } from 'node:readline';

/** Waits for Enter between the scenes, where that is wanted. An input that ends wants nothing any more. */
export class Steps {
  /** @type {import('node:readline').Interface | undefined} */ #lines;
  #entered = 0;
  /** @type {() => void} */ #wake = () => undefined;

  /** @param {boolean} wanted @param {NodeJS.ReadStream} input @param {NodeJS.WriteStream} output */
  constructor(wanted, input, output) {
    this.output = output;
    if (!wanted) return;
    this.#lines = createInterface({ input });
    this.#lines.on('line', () => {
      this.#entered += 1;
      this.#wake();
    });
    this.#lines.on('close', () => {
      this.#lines = undefined;
      this.#wake();
    });
  }

  /** @param {string} what Enter does */
  async next(what) {
    if (this.#lines === undefined) return;
    this.output.write(`\n  Enter: ${what} `);
    while (this.#entered === 0 && this.#lines !== undefined)
      await new Promise((resolve) => {
        this.#wake = () => resolve(undefined);
      });
    this.#entered = Math.max(0, this.#entered - 1);
    if (!this.output.isTTY) this.output.write('\n');
  }

  /** Also for whoever is waiting: nothing is waited for any more. */
  end() {
    this.#lines?.close();
  }
}
