import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const CLONE = join(__dirname, '../../..');

/** What an agent is told when it is started, and all it knows. */
export interface Place {
  readonly url: string;
  readonly token: string;
  /** The directory it works in. */
  readonly project: string;
}

export interface RunningAgent {
  /** What it said. */
  output(): string;
  /** Once it has come to an end by itself or by us. */
  readonly ended: Promise<unknown>;
  /** Dead at once, with whatever it was doing. */
  kill(): Promise<void>;
}

/** A way to take part. Whatever can claim and hand off may join. */
export interface Member {
  readonly name: string;
  /** Undefined: it can be started here. */
  readonly missing?: string;
  start(place: Place): RunningAgent;
}

/** The agents of examples/, started as its README says. */
export const CREW: readonly Member[] = [
  program('typescript', process.execPath, '--import', join(CLONE, 'scripts/typescript.mjs'), join(CLONE, 'examples/agent.ts')),
  program('python', 'python3', join(CLONE, 'examples/agent.py')),
  program('bash', 'bash', join(CLONE, 'examples/agent.sh')),
];

function program(name: string, command: string, ...args: readonly string[]): Member {
  const isHere = spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
  return {
    name,
    ...(!isHere && { missing: command }),
    start: ({ url, token, project }) => {
      const env = { PATH: process.env.PATH, JERRY_URL: url, JERRY_TOKEN: token };
      return running(spawn(command, [...args], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true }));
    },
  };
}

/** In a group of its own: bash is ended with the curl it waits for. */
function running(child: ChildProcess): RunningAgent {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  let isOver = false;
  const ended = once(child, 'exit').then(() => {
    isOver = true;
  });
  return {
    output: () => output,
    ended,
    kill: async () => {
      if (!isOver && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}
