import { Line } from './line.js';

/** A step answers what it finds; the first only takes the line. */
const ENOUGH_STEPS = 10;

/** A line within the process: it is there before anybody can connect, and needs no password. */
export class ConsoleLine {
  readonly line = new Line({
    write: (bytes) => {
      this.#answer += String(bytes);
      return true;
    },
    close: () => undefined,
  });
  #answer = '';

  constructor(private readonly step: () => void) {}

  /** Carries the command out at once. Throws what the server refuses. */
  ask(...command: readonly string[]): string {
    this.#answer = '';
    const words = command.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
    this.line.arrive(Buffer.from(`*${command.length}\r\n${words.join('')}`));
    for (let i = 0; i < ENOUGH_STEPS && this.#answer === ''; i += 1) this.step();
    if (this.#answer === '' || this.#answer.startsWith('-'))
      throw new Error(`${command[0]}: ${this.#answer.slice(1).trim() || 'no answer'}`);
    return this.#answer;
  }
}
