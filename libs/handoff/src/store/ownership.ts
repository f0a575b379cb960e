import { constants } from 'node:fs';
import { hostname } from 'node:os';
import type { StoreFiles } from './files.js';
import { FILE_MODE, type Layout } from './layout.js';
import { promised } from './promised.js';

/** Makes the names in a directory durable. */
export const syncDirectory = async (files: StoreFiles, path: string): Promise<void> => {
  const fd = files.openSync(path, constants.O_RDONLY);
  try {
    await promised((done) => files.fsync(fd, done));
  } finally {
    files.closeSync(fd);
  }
};

const newestGeneration = (files: StoreFiles, layout: Layout): number =>
  files.readdirSync(layout.owner).reduce((newest, name) => (/^[1-9]\d{0,14}$/.test(name) ? Math.max(newest, Number(name)) : newest), 0);

const createExclusively = (files: StoreFiles, path: string): number | null => {
  try {
    return files.openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, FILE_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
};

/**
 * The right to write a directory, and the only thing safety rests on: whoever starts later makes the next owner file, and from then on
 * nobody before can pass a look. No clock and no lock is involved.
 */
export class Ownership {
  private constructor(
    private readonly files: StoreFiles,
    readonly generation: number,
    private readonly mine: { path: string; dev: number; ino: number },
    private readonly next: string,
  ) {}

  /** Ends every earlier owner. Only afterwards may logs be read: what a predecessor still acknowledges is then already in them. */
  static async take(files: StoreFiles, layout: Layout): Promise<Ownership> {
    let generation = newestGeneration(files, layout) + 1;
    let fd = createExclusively(files, layout.ownerFile(generation));
    while (fd === null) {
      generation = Math.max(generation, newestGeneration(files, layout)) + 1;
      fd = createExclusively(files, layout.ownerFile(generation));
    }
    try {
      const facts = { generation, pid: process.pid, host: hostname(), started_at: new Date().toISOString() };
      files.writeSync(fd, Buffer.from(`${JSON.stringify(facts)}\n`));
      await promised((done) => files.fsync(fd, done));
      const { dev, ino } = files.fstatSync(fd);
      for (const directory of [layout.owner, layout.history, layout.directory]) await syncDirectory(files, directory);
      return new Ownership(files, generation, { path: layout.ownerFile(generation), dev, ino }, layout.ownerFile(generation + 1));
    } finally {
      files.closeSync(fd);
    }
  }

  /** The look: my owner file is still the one I made, and there is no next one. Anything but a plain "no such file" is thrown, not taken for absence. */
  isHeld(): boolean {
    const mine = this.files.statSync(this.mine.path);
    return mine !== null && mine.ino === this.mine.ino && mine.dev === this.mine.dev && this.files.statSync(this.next) === null;
  }
}
