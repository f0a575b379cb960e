import { constants } from 'node:fs';
import type { StoreFiles } from './files.js';

const SCRATCH_BYTES = 64 * 1024;

// One for all reads that are over before anything else runs: at a start there are tens of thousands of them.
let scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/** Room for so many bytes, with what it held before; used again by the next caller. */
export const scratchOf = (bytes: number): Buffer => {
  if (scratch.length < bytes) {
    const larger = Buffer.allocUnsafeSlow(bytes);
    scratch.copy(larger);
    scratch = larger;
  }
  return scratch.subarray(0, bytes);
};

/** A whole small file, or null when it is absent. The bytes are only good until the next such read: use them at once. */
export const readWholeSync = (files: StoreFiles, path: string): Buffer | null => {
  let fd: number;
  try {
    fd = files.openSync(path, constants.O_RDONLY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    let read = 0;
    for (let bytes = scratchOf(SCRATCH_BYTES); ; bytes = scratchOf(bytes.length * 2)) {
      read += files.readSync(fd, bytes.subarray(read), read);
      // A read that leaves room has met the end.
      if (read < bytes.length) return bytes.subarray(0, read);
    }
  } finally {
    files.closeSync(fd);
  }
};
