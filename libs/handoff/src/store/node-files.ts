import fs from 'node:fs';
import type { StoreFiles } from './files.js';

export const nodeFiles: StoreFiles = {
  openSync: fs.openSync,
  closeSync: fs.closeSync,
  statSync: (path) => fs.statSync(path, { throwIfNoEntry: false }) ?? null,
  fstatSync: (fd) => fs.fstatSync(fd),
  readSync: (fd, into, position) => fs.readSync(fd, into, 0, into.length, position),
  writeSync: (fd, bytes) => fs.writeSync(fd, bytes, 0, bytes.length, null),
  readdirSync: (path) => fs.readdirSync(path),
  mkdirSync: (path, mode) => {
    fs.mkdirSync(path, { mode });
  },
  linkSync: fs.linkSync,
  unlinkSync: fs.unlinkSync,
  append: (fd, bytes, done) => {
    let written: number;
    try {
      written = fs.writeSync(fd, bytes, 0, bytes.length, null);
    } catch (error) {
      done(error as NodeJS.ErrnoException, 0);
      return;
    }
    done(null, written);
  },
  open: fs.open,
  close: fs.close,
  read: (fd, into, position, done) => fs.read(fd, into, 0, into.length, position, done),
  write: (fd, bytes, done) => fs.write(fd, bytes, 0, bytes.length, null, done),
  fdatasync: fs.fdatasync,
  fsync: fs.fsync,
  rename: fs.rename,
};
