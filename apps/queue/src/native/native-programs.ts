import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const NAMES = ['valkey-server', 'redis-server'] as const;
/** BullMQ's commands need it; every Valkey is newer. */
const OLDEST_REDIS: readonly [number, number] = [6, 2];
const PATIENCE_MS = 3_000;

/** A queue server installed on this machine. */
export interface NativeProgram {
  readonly name: (typeof NAMES)[number];
  readonly path: string;
  readonly version: string;
}

/** Those on the path that are new enough, the preferred one first. */
export async function nativePrograms(searchPath: string): Promise<readonly NativeProgram[]> {
  const found = await Promise.all(NAMES.map((name) => programNamed(name, searchPath)));
  return found.filter((program) => program !== undefined);
}

async function programNamed(name: NativeProgram['name'], searchPath: string): Promise<NativeProgram | undefined> {
  for (const folder of searchPath.split(delimiter).filter((part) => part !== '')) {
    const path = join(folder, name);
    const executable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return describe(name, path);
  }
  return undefined;
}

async function describe(name: NativeProgram['name'], path: string): Promise<NativeProgram | undefined> {
  const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: PATIENCE_MS }).catch(() => ({ stdout: '' }));
  const [, version, major, minor] = /\bv=((\d+)\.(\d+)\S*)/.exec(stdout) ?? [];
  if (version === undefined) return undefined;
  const tooOld = Number(major) < OLDEST_REDIS[0] || (Number(major) === OLDEST_REDIS[0] && Number(minor) < OLDEST_REDIS[1]);
  return tooOld ? undefined : { name, path, version };
}
