import fs from 'node:fs';

/** What happens at the next call of this kind on a history (or at the next state file that is put in its place). */
export interface DiskFault {
  readonly call: 'write' | 'fdatasync' | 'rename';
  /** `before`, `half` (of a write) or `after`: when the process dies. With `fails` it lives, and the call ends with that error, after half the bytes for `half`. */
  readonly at: 'before' | 'half' | 'after';
  readonly fails?: 'EIO' | 'ENOSPC';
}

const errorOf = (code: string): NodeJS.ErrnoException => Object.assign(new Error(`${code}: as the test has it`), { code });

const dieNow = (): never => {
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

/**
 * Puts faults between this process and its disk, where the file system is called and nowhere else.
 * A fault is armed by a file, so that a test can say when, and is gone once it has struck.
 */
export const makeDiskFaulty = (controlFile: string): void => {
  const histories = new Set<number>();
  const armed = (call: DiskFault['call']): DiskFault | null => {
    if (!fs.existsSync(controlFile)) return null;
    const fault = JSON.parse(fs.readFileSync(controlFile, 'utf8')) as DiskFault;
    if (fault.call !== call) return null;
    unlink(controlFile);
    return fault;
  };
  const { openSync, writeSync, fdatasync, rename, unlinkSync: unlink } = fs;
  fs.openSync = ((path: string, ...rest: never[]) => {
    const fd = (openSync as (...args: unknown[]) => number)(path, ...rest);
    if (String(path).endsWith('.jsonl')) histories.add(fd);
    else histories.delete(fd);
    return fd;
  }) as typeof fs.openSync;
  fs.writeSync = ((fd: number, bytes: Buffer, ...rest: never[]) => {
    const write = (...args: unknown[]) => (writeSync as (...all: unknown[]) => number)(fd, ...args);
    const fault = histories.has(fd) ? armed('write') : null;
    if (fault === null) return write(bytes, ...rest);
    if (fault.at === 'half') write(bytes, 0, bytes.length >> 1, null);
    if (fault.at === 'after') write(bytes, ...rest);
    if (fault.fails === undefined) return dieNow();
    if (fault.at === 'half') return bytes.length >> 1;
    throw errorOf(fault.fails);
  }) as typeof fs.writeSync;
  fs.fdatasync = ((fd: number, done: (error: NodeJS.ErrnoException | null) => void) => {
    const fault = histories.has(fd) ? armed('fdatasync') : null;
    if (fault === null) return fdatasync(fd, done);
    if (fault.fails !== undefined) return done(errorOf(fault.fails));
    if (fault.at === 'before') return dieNow();
    return fdatasync(fd, dieNow);
  }) as typeof fs.fdatasync;
  fs.rename = ((from: string, to: string, done: (error: NodeJS.ErrnoException | null) => void) => {
    const fault = to.includes('/.jerry/state/') ? armed('rename') : null;
    if (fault?.at === 'before') return dieNow();
    return rename(from, to, fault === null ? done : dieNow);
  }) as typeof fs.rename;
};
