import type { Stats } from 'node:fs';

export type Done<T = void> = (error: NodeJS.ErrnoException | null, result: T) => void;

/**
 * Every file-system call the store makes, one for one: no call hides a second one, none is repeated, none swallows an error.
 * What a test records here is the protocol, and a fault injected here is a fault of the disk.
 * Calls that only look, name, or put a line into the page cache run at once; those that move more or wait for the disk run in the thread pool.
 */
export interface StoreFiles {
  openSync(path: string, flags: number, mode?: number): number;
  closeSync(fd: number): void;
  /** Null when there is nothing of this name (ENOENT); every other failure is thrown. */
  statSync(path: string): Stats | null;
  fstatSync(fd: number): Stats;
  readSync(fd: number, into: Buffer, position: number): number;
  /** May write less than it was given, as write(2) may; never goes on by itself. */
  writeSync(fd: number, bytes: Buffer): number;
  readdirSync(path: string): string[];
  mkdirSync(path: string, mode: number): void;
  linkSync(existing: string, path: string): void;
  unlinkSync(path: string): void;

  /**
   * Puts one line at the end of a log, with one write(2), and may call back before it returns: the trip to the thread pool would take longer than
   * the copy. May write less than it was given.
   */
  append(fd: number, bytes: Buffer, done: Done<number>): void;

  open(path: string, flags: number, mode: number, done: Done<number>): void;
  close(fd: number, done: Done): void;
  read(fd: number, into: Buffer, position: number, done: Done<number>): void;
  write(fd: number, bytes: Buffer, done: Done<number>): void;
  fdatasync(fd: number, done: Done): void;
  fsync(fd: number, done: Done): void;
  rename(from: string, to: string, done: Done): void;
}
