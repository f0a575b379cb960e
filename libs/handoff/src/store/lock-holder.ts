import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { hostname } from 'node:os';
import { FILE_MODE, type LockPlace } from './layout.js';

/** Who holds the courtesy lock, for the sentence that names them. `lock_born_ms` ties it to one lock: a file left by an earlier holder says nothing about the present one. */
export interface LockHolder {
  readonly pid: number;
  /** Whom to stop: where somebody would start it again, that is not itself. */
  readonly stop_pid: number;
  readonly host: string;
  readonly started_at: string;
  readonly process: string;
  readonly lock_born_ms: number;
}

// A pid is used again, in a container at every start: this tells the processes apart.
const THIS_PROCESS = randomUUID();

const lockBornMs = (place: LockPlace): number | null => fs.statSync(place.lock, { throwIfNoEntry: false })?.birthtimeMs ?? null;

export const writeLockHolder = (place: LockPlace): void => {
  const holder: LockHolder = {
    pid: process.pid,
    // A channel is what a supervisor starts its processes with.
    stop_pid: process.connected ? process.ppid : process.pid,
    host: hostname(),
    started_at: new Date().toISOString(),
    process: THIS_PROCESS,
    lock_born_ms: lockBornMs(place) ?? 0,
  };
  const temp = `${place.lockHolder}.${THIS_PROCESS}`;
  fs.writeFileSync(temp, `${JSON.stringify(holder)}\n`, { mode: FILE_MODE });
  fs.renameSync(temp, place.lockHolder);
};

/** Null when nobody has said so, or what was said is about an earlier lock. */
export const readLockHolder = (place: LockPlace): LockHolder | null => {
  try {
    const holder = JSON.parse(fs.readFileSync(place.lockHolder, 'utf8')) as LockHolder;
    return holder.lock_born_ms === lockBornMs(place) ? holder : null;
  } catch {
    return null;
  }
};

const processExists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Certain only on this host; of another host nothing is known, and its lock is left to grow stale. */
export const isGone = (holder: LockHolder): boolean => {
  if (holder.host !== hostname()) return false;
  if (holder.pid === process.pid) return holder.process !== THIS_PROCESS;
  return !processExists(holder.pid);
};

export const describeHolder = (holder: LockHolder | null): string =>
  holder === null ? 'another process' : `process ${holder.stop_pid} on ${holder.host} (started ${holder.started_at})`;
