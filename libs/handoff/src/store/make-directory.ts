import { dirname } from 'node:path';
import type { StoreFiles } from './files.js';
import { DIRECTORY_MODE } from './layout.js';

/** Makes a directory, and those above it that are missing, for its owner alone. */
export const makeDirectory = (files: StoreFiles, path: string): void => {
  try {
    files.mkdirSync(path, DIRECTORY_MODE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makeDirectory(files, dirname(path));
    makeDirectory(files, path);
  }
};
