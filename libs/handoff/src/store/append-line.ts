import { HandoffError } from '../errors/handoff.error.js';
import type { Fence } from './fence.js';
import type { StoreFiles } from './files.js';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export const isFull = (error: unknown): boolean => FULL.has((error as NodeJS.ErrnoException).code ?? '');

export const storageFull = (cause?: unknown): HandoffError =>
  new HandoffError('storage_full', 'There is no space left for the history. Nothing was changed; try again when there is.', {}, { cause });

/** Whether so many of these bytes hold the whole record: only the last newline may be missing. */
export const isWhole = (bytes: Buffer, written: number): boolean => written >= bytes.length - 1;

/**
 * One write, then one sync. Resolves to the bytes that were written, synced if the record is whole. Neither call is ever repeated:
 * what a failed sync has lost stays lost, and a second one would only seem to succeed.
 */
export const appendLine = (files: StoreFiles, fence: Fence, fd: number, bytes: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    files.append(fd, bytes, (writeError, written) => {
      if (writeError && isFull(writeError)) return resolve(0);
      if (writeError) return reject(fence.fall('Writing to a history failed.', writeError));
      if (!isWhole(bytes, written)) return resolve(written);
      files.fdatasync(fd, (syncError) => (syncError ? reject(fence.fall('A history could not be synced.', syncError)) : resolve(written)));
    });
  });
