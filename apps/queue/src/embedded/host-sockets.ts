import type { Line } from './line.js';

const FIRST_DESCRIPTOR = 4_096;
const READABLE = 1;
const WRITABLE = 2;
const NOTHING = -1;
/** A descriptor and what it waits for, or what it is ready for: two 32-bit numbers. */
const ENTRY_BYTES = 8;

/**
 * The host's side of a compiled Valkey's sockets: numbers it knows connections by, and the calls it makes on them.
 * It is asked only from within a step, and answers at once.
 */
export class HostSockets {
  readonly #lines = new Map<number, Line>();
  readonly #arrived: number[] = [];
  #listener = NOTHING;
  #next = FIRST_DESCRIPTOR;
  /** Grows with everything the server takes. */
  taken = 0;

  /** Somebody connects; the server takes the line at its next step. */
  arrive(line: Line): void {
    const descriptor = this.#next++;
    this.#lines.set(descriptor, line);
    this.#arrived.push(descriptor);
  }

  get count(): number {
    return this.#lines.size;
  }

  /** Something has arrived that no step has taken yet. */
  get waiting(): boolean {
    return this.#arrived.length > 0 || [...this.#lines.values()].some((line) => line.hasInput);
  }

  closeAll(): void {
    for (const line of this.#lines.values()) line.close();
    this.#lines.clear();
  }

  /** The calls, by the names the program imports them under. */
  imports(memory: () => ArrayBuffer) {
    return {
      socket: () => this.#next++,
      listen: (descriptor: number) => {
        this.#listener = descriptor;
        return 0;
      },
      accept: (descriptor: number) => {
        this.taken += 1;
        return descriptor === this.#listener ? (this.#arrived.shift() ?? NOTHING) : NOTHING;
      },
      read: (descriptor: number, address: number, length: number) => {
        this.taken += 1;
        return this.#lines.get(descriptor)?.read(Buffer.from(memory(), address, length)) ?? NOTHING;
      },
      write: (descriptor: number, address: number, length: number) =>
        // Copied: the memory may move once this returns.
        this.#lines.get(descriptor)?.write(Buffer.from(Buffer.from(memory(), address, length))) ?? NOTHING,
      close: (descriptor: number) => {
        this.#lines.get(descriptor)?.close();
        this.#lines.delete(descriptor);
      },
      poll: (wanted: number, count: number, ready: number, max: number) => this.#poll(new DataView(memory()), wanted, count, ready, max),
    };
  }

  #poll(memory: DataView, wanted: number, count: number, ready: number, max: number): number {
    let found = 0;
    for (let i = 0; i < count && found < max; i += 1) {
      const descriptor = memory.getInt32(wanted + i * ENTRY_BYTES, true);
      const is = this.#readiness(descriptor) & memory.getInt32(wanted + i * ENTRY_BYTES + 4, true);
      if (is === 0) continue;
      memory.setInt32(ready + found * ENTRY_BYTES, descriptor, true);
      memory.setInt32(ready + found * ENTRY_BYTES + 4, is, true);
      found += 1;
    }
    return found;
  }

  #readiness(descriptor: number): number {
    if (descriptor === this.#listener) return this.#arrived.length > 0 ? READABLE : 0;
    const line = this.#lines.get(descriptor);
    return line === undefined ? 0 : (line.hasInput ? READABLE : 0) | (line.takesOutput ? WRITABLE : 0);
  }
}
