import { createInterface } from 'node:readline';

/** Waits for Enter between the scenes, where that is wanted. An input that ends of itself wants nothing any more. */
export class Steps {
  /** @type {import('node:readline').Interface | undefined} */ #lines;
  #hasEnded = false;
  /** @type {() => void} */ #wake = () => undefined;

  /** @param {boolean} wanted @param {NodeJS.ReadableStream} input @param {NodeJS.WritableStream & { isTTY?: boolean }} output */
  constructor(wanted, input, output) {
    this.output = output;
    if (!wanted) return;
    this.#lines = createInterface({ input });
    this.#lines.on('line', () => this.#wake());
    this.#lines.on('close', () => {
      this.#lines = undefined;
      this.#wake();
    });
  }

  /** Resolves with the next Enter. @param {string} what it does */
  async next(what) {
    if (this.#lines !== undefined) {
      this.output.write(`\n  Enter: ${what} `);
      // What was typed before it was asked for is no answer: nothing is approved unseen.
      await this.#woken();
      if (this.output.isTTY !== true) this.output.write('\n');
    }
    if (this.#hasEnded) throw new Error('It was called off.');
  }

  /** Whoever waits, or will, does not go on. */
  end() {
    this.#hasEnded = true;
    this.#lines?.close();
  }

  /** @returns {Promise<void>} */
  #woken() {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
