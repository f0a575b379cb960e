import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** `beside`: another one was at the same piece of work when this one began. */
export interface Trace {
  readonly at: 'begin' | 'end' | 'beside';
  readonly task: string;
  readonly effectKey: string;
  readonly epoch: number;
  /** Of the program, and of the worker that ran it. */
  readonly pid: number;
  readonly worker: number;
}

/** What the programs of a project have left by now, read on from where it was left off. */
export class Traces {
  readonly all: Trace[] = [];
  readonly #path: string;
  #offset = 0;

  constructor(project: string) {
    this.#path = join(project, 'trace');
  }

  /** Those that came since it was asked last. */
  read(): readonly Trace[] {
    const lines = this.#rest().split('\n');
    // A line that is being written is read with the next ones.
    this.#offset -= Buffer.byteLength(lines.pop() ?? '');
    const fresh = lines.map((line): Trace => {
      const [at, task = '', effectKey = '', epoch, pid, worker] = line.split(' ');
      return { at: at as Trace['at'], task, effectKey, epoch: Number(epoch), pid: Number(pid), worker: Number(worker) };
    });
    this.all.push(...fresh);
    return fresh;
  }

  #rest(): string {
    if (!existsSync(this.#path)) return '';
    const fd = openSync(this.#path, 'r');
    const chunk = Buffer.alloc(1024 * 1024);
    const bytes = readSync(fd, chunk, 0, chunk.length, this.#offset);
    closeSync(fd);
    this.#offset += bytes;
    return chunk.toString('utf8', 0, bytes);
  }
}
