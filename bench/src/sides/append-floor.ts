import fs from 'node:fs';
import { join } from 'node:path';
import { callUntil } from '../callers.js';
import type { Facts, OpenSide, Side, Slice } from '../side.js';

interface OpenFile {
  readonly path: string;
  readonly fd: number;
  bytes: number;
}

/** The least that a durable append costs: one write and one fdatasync, of lines as long as the product's, to as many files. */
class AppendFloor implements Side {
  readonly #lines: readonly Buffer[];
  readonly #idle: OpenFile[];
  #next = 0;
  #done = 0;

  constructor(
    directory: string,
    private readonly inFlight: number,
    { tasks, line_bytes }: { tasks: number; line_bytes: readonly number[] },
  ) {
    this.#lines = line_bytes.map((bytes) => Buffer.from(`${'x'.repeat(bytes - 1)}\n`));
    this.#idle = Array.from({ length: tasks }, (_, n) => {
      const path = join(directory, `${n}.jsonl`);
      return { path, fd: fs.openSync(path, 'a'), bytes: 0 };
    });
  }

  async prepare(): Promise<void> {}

  slice(ms: number): Promise<Slice> {
    return callUntil(ms, this.inFlight, () => this.#append());
  }

  async facts(): Promise<Facts> {
    return {};
  }

  async finish(): Promise<number> {
    for (const { path, fd, bytes } of this.#idle) {
      fs.closeSync(fd);
      if (fs.statSync(path).size !== bytes) throw new Error(`${path} does not have the ${bytes} bytes that were written to it`);
    }
    return this.#done;
  }

  async #append(): Promise<boolean> {
    const file = this.#idle.shift() as OpenFile;
    const line = this.#lines[this.#next++ % this.#lines.length] as Buffer;
    await writeAndSync(file.fd, line);
    file.bytes += line.length;
    this.#done++;
    this.#idle.push(file);
    return true;
  }
}

const writeAndSync = (fd: number, line: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    fs.write(fd, line, 0, line.length, null, (writeError) => {
      if (writeError) return reject(writeError);
      fs.fdatasync(fd, (syncError) => (syncError ? reject(syncError) : resolve()));
    });
  });

export const openAppendFloor: OpenSide = async ({ directory, inFlight, known }) =>
  new AppendFloor(directory, inFlight, known as { tasks: number; line_bytes: number[] });
