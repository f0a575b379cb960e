import fs from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { callUntil } from '../callers.js';
import type { Facts, OpenSide, Side, Slice } from '../side.js';

const open = promisify(fs.open);
const write = promisify(fs.write) as unknown as (fd: number, bytes: Buffer) => Promise<unknown>;
const fsync = promisify(fs.fsync);
const close = promisify(fs.close);
const link = promisify(fs.link);
const unlink = promisify(fs.unlink);

interface Task {
  readonly directory: string;
  readonly fd: number;
  version: number;
}

/**
 * The other way to keep versions safely: a file for each with the whole state, written under a temporary name, synced, linked to its own,
 * the directory synced. Nothing is opened that can be kept open.
 */
class LinkPeer implements Side {
  readonly #content: Buffer;
  readonly #idle: Task[];
  #done = 0;

  constructor(
    directory: string,
    private readonly inFlight: number,
    { tasks, state_bytes }: { tasks: number; state_bytes: { mean: number } },
  ) {
    this.#content = Buffer.from(`${'x'.repeat(state_bytes.mean - 1)}\n`);
    this.#idle = Array.from({ length: tasks }, (_, n) => {
      const own = join(directory, String(n));
      fs.mkdirSync(own);
      return { directory: own, fd: fs.openSync(own, 'r'), version: 0 };
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
    for (const { directory, fd, version } of this.#idle) {
      fs.closeSync(fd);
      const files = fs.readdirSync(directory).length;
      if (files !== version) throw new Error(`${directory} has ${files} files of ${version} versions`);
    }
    return this.#done;
  }

  async #append(): Promise<boolean> {
    const task = this.#idle.shift() as Task;
    const temp = join(task.directory, `.tmp-${task.version + 1}`);
    const fd = await open(temp, 'wx');
    await write(fd, this.#content);
    await fsync(fd);
    await close(fd);
    await link(temp, join(task.directory, `${task.version + 1}.json`));
    await unlink(temp);
    await fsync(task.fd);
    task.version++;
    this.#done++;
    this.#idle.push(task);
    return true;
  }
}

export const openLinkPeer: OpenSide = async ({ directory, inFlight, known }) =>
  new LinkPeer(directory, inFlight, known as { tasks: number; state_bytes: { mean: number } });
