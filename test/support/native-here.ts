import { execFileSync } from 'node:child_process';

/** Names and versions of the queue servers on this machine's path that the service would choose, the preferred one first. */
export const nativeHere: readonly string[] = ['valkey-server', 'redis-server'].flatMap((name) => {
  try {
    const [, version] = /\bv=(\S+)/.exec(execFileSync(name, ['--version'], { encoding: 'utf8' })) ?? [];
    return version === undefined ? [] : [`${name} ${version}`];
  } catch {
    return [];
  }
});
