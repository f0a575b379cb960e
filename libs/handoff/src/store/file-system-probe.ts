import { constants } from 'node:fs';
import { join } from 'node:path';
import type { StoreFiles } from './files.js';
import { FILE_MODE, type Layout, TEMP_PREFIX } from './layout.js';
import { promised } from './promised.js';
import { StoreStartError } from './store-start.error.js';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** How a file system says that it has no such thing. */
const IMPOSSIBLE = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'EPERM', 'EBADF'];

const refusal = (layout: Layout, lacks: string, cause?: unknown): StoreStartError =>
  new StoreStartError(
    'unsuitable_file_system',
    `The file system of ${layout.directory} lacks ${lacks}, without which nothing can be promised; use a local one such as ext4, XFS or APFS.`,
    {
      cause,
    },
  );

const probeExclusive = (files: StoreFiles, layout: Layout, path: string): void => {
  try {
    files.closeSync(files.openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, FILE_MODE));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw error;
  }
  throw refusal(layout, 'exclusive creation (O_EXCL)');
};

/** Two descriptors that write in turn: with O_APPEND the second cannot overwrite what the first wrote. */
const probeAppend = (files: StoreFiles, layout: Layout, path: string): void => {
  const fds = [0, 1].map(() => files.openSync(path, constants.O_WRONLY | constants.O_APPEND));
  try {
    for (const fd of fds) files.writeSync(fd, Buffer.from('x'));
    if (files.fstatSync(fds[0] as number).size !== 2) throw refusal(layout, 'appending writes (O_APPEND)');
  } finally {
    for (const fd of fds) files.closeSync(fd);
  }
};

const probeLink = (files: StoreFiles, layout: Layout, path: string): void => {
  try {
    files.linkSync(path, `${path}-link`);
  } catch (cause) {
    if (IMPOSSIBLE.includes(codeOf(cause))) throw refusal(layout, 'hard links', cause);
    throw cause;
  }
  files.unlinkSync(`${path}-link`);
};

const probeDirectorySync = async (files: StoreFiles, layout: Layout): Promise<void> => {
  const fd = files.openSync(layout.directory, constants.O_RDONLY);
  try {
    await promised((done) => files.fsync(fd, done));
  } catch (cause) {
    if (IMPOSSIBLE.includes(codeOf(cause))) throw refusal(layout, 'directory sync', cause);
    throw cause;
  } finally {
    files.closeSync(fd);
  }
};

/** Refuses, before anything is written, a file system on which the protocol would only seem to work. */
export const probeFileSystem = async (files: StoreFiles, layout: Layout): Promise<void> => {
  const path = join(layout.directory, `${TEMP_PREFIX}probe-${process.pid}-${process.hrtime.bigint()}`);
  files.closeSync(files.openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, FILE_MODE));
  try {
    probeExclusive(files, layout, path);
    probeAppend(files, layout, path);
    probeLink(files, layout, path);
    await probeDirectorySync(files, layout);
  } finally {
    files.unlinkSync(path);
  }
};
