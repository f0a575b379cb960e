import { join } from 'node:path';

/** Names in a `.jerry` directory. Only `history/` is the truth; the rest is derived from it or says who may write it. */
export interface Layout {
  readonly directory: string;
  readonly history: string;
  readonly state: string;
  readonly snapshots: string;
  readonly owner: string;
  readonly lock: string;
  readonly lockHolder: string;
  log(taskId: string): string;
  stateFile(taskId: string): string;
  snapshotsOf(taskId: string): string;
  snapshot(taskId: string, version: number): string;
  ownerFile(generation: number): string;
}

/** A directory that one process at a time works in, and where it says so. */
export type LockPlace = Pick<Layout, 'directory' | 'lock' | 'lockHolder'>;

export const LOG_SUFFIX = '.jsonl';
export const STATE_SUFFIX = '.json';
/** No task id begins with a dot, so what is left of an unfinished file is never taken for a task's. */
export const TEMP_PREFIX = '.tmp-';

export const DIRECTORY_MODE = 0o700;
export const FILE_MODE = 0o600;

export const layoutOf = (directory: string): Layout => {
  const history = join(directory, 'history');
  const state = join(directory, 'state');
  const snapshots = join(directory, 'snapshots');
  const owner = join(directory, 'owner');
  return {
    directory,
    history,
    state,
    snapshots,
    owner,
    lock: join(directory, 'writer.lock'),
    lockHolder: join(directory, 'writer.json'),
    log: (taskId) => `${history}/${taskId}${LOG_SUFFIX}`,
    stateFile: (taskId) => `${state}/${taskId}${STATE_SUFFIX}`,
    snapshotsOf: (taskId) => `${snapshots}/${taskId}`,
    snapshot: (taskId, version) => `${snapshots}/${taskId}/${version}.json.z`,
    ownerFile: (generation) => `${owner}/${generation}`,
  };
};
