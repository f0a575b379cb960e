import { constants } from 'node:fs';
import type { StoreFiles } from './files.js';

/** A whole small file, or null when it is absent. */
export const readWholeSync = (files: StoreFiles, path: string): Buffer | null => {
  let fd: number;
  try {
    fd = files.openSync(path, constants.O_RDONLY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const bytes = Buffer.allocUnsafe(files.fstatSync(fd).size);
    let read = 0;
    while (read < bytes.length) {
      const count = files.readSync(fd, bytes.subarray(read), read);
      if (count === 0) break;
      read += count;
    }
    return bytes.subarray(0, read);
  } finally {
    files.closeSync(fd);
  }
};
