import { constants } from 'node:fs';
import { dirname } from 'node:path';
import type { StoreFiles } from './files.js';
import { FILE_MODE } from './layout.js';
import { makeDirectory } from './make-directory.js';
import { promised } from './promised.js';

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

export const writeFully = async (files: StoreFiles, fd: number, bytes: Buffer): Promise<void> => {
  let rest = bytes;
  while (rest.length > 0) {
    const part = rest;
    const written = await promised<number>((done) => files.write(fd, part, done));
    if (written === 0) throw Object.assign(new Error('nothing more can be written'), { code: 'ENOSPC' });
    rest = rest.subarray(written);
  }
};

const create = async (files: StoreFiles, path: string): Promise<number> => {
  const open = () => promised<number>((done) => files.open(path, CREATE, FILE_MODE, done));
  try {
    return await open();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeDirectory(files, dirname(path));
    return open();
  }
};

/** Makes a derived file anew so that readers see the old or the new one, whole. Unsynced: it can be made again. `mayReplace` has the last word. */
export const replaceFile = async (
  files: StoreFiles,
  names: { temp: string; path: string },
  content: string | Buffer,
  mayReplace: () => void,
): Promise<void> => {
  const fd = await create(files, names.temp);
  try {
    await writeFully(files, fd, typeof content === 'string' ? Buffer.from(content, 'utf8') : content).finally(() =>
      promised((done) => files.close(fd, done)),
    );
    mayReplace();
    await promised((done) => files.rename(names.temp, names.path, done));
  } catch (error) {
    try {
      files.unlinkSync(names.temp);
    } catch {
      // Left for the next start to clear away.
    }
    throw error;
  }
};
