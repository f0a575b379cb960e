import { execFileSync } from 'node:child_process';

export interface Process {
  readonly pid: number;
  readonly args: string;
}

interface Listed extends Process {
  readonly parent: number;
}

const listed = (): readonly Listed[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), args }];
    });

/** All that a process has started, and what they have. */
export function processesBelow(pid: number, all = listed()): readonly Process[] {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [{ pid: child.pid, args: child.args }, ...processesBelow(child.pid, all)]);
}

export const isAlive = ({ pid, args }: Process): boolean => listed().some((other) => other.pid === pid && other.args === args);
