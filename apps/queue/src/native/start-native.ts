import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { QueueServer, ServerPlace } from '../queue-server.js';
import { leash } from './leash.js';
import type { NativeProgram } from './native-programs.js';

const READY_PATIENCE_MS = 15_000;
const STOP_PATIENCE_MS = 1_500;

/** A Redis or Valkey of this machine as a server of our own: on its own port, in its own directory, for nobody else. */
export async function startNative(program: NativeProgram, place: ServerPlace): Promise<QueueServer> {
  // In a process group of its own: Ctrl-C is for us, and it goes after those who use it. Its settings come by a pipe, since
  // everybody may read an argument.
  const server = spawn(program.path, ['-'], { cwd: place.directory, stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  const ended = once(server, 'exit').then(
    ([code, signal]) => `The ${program.name} process ended (${signal ?? `exit code ${code}`}).`,
    (error: Error) => `${program.path} cannot be run (${error.message}).`,
  );
  server.stdin.on('error', () => undefined);
  server.stdin.end(settings(place));
  const letGo = server.pid === undefined ? () => undefined : leash(server.pid);
  void ended.then(letGo);

  const client = new Redis({ port: place.port, password: place.password, retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  try {
    await untilReady(client, ended);
  } catch (error) {
    client.disconnect();
    await end(server, ended, 'SIGKILL');
    throw error;
  }
  return {
    name: `${program.name} ${program.version}`,
    died: ended,
    connections: async () => (hasEnded(server) ? 0 : Number(/^connected_clients:(\d+)/m.exec(await client.info('clients'))?.[1]) - 1),
    stop: async () => {
      client.disconnect();
      await end(server, ended, 'SIGTERM');
    },
  };
}

/** It writes what it was told to its file within a second, refuses rather than forgets when it is full, and hears this machine alone. */
function settings({ port, password }: ServerPlace): string {
  return `bind 127.0.0.1
port ${port}
requirepass ${password}
dir ./
logfile server.log
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
daemonize no
`;
}

async function untilReady(client: Redis, ended: Promise<string>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`It did not answer within ${READY_PATIENCE_MS / 1_000} s.`), READY_PATIENCE_MS);
  });
  const ready = new Promise<undefined>((resolve) => client.once('ready', () => resolve(undefined)));
  const problem = await Promise.race([ready, ended, late]);
  clearTimeout(timer);
  if (problem !== undefined) throw new Error(problem);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function end(server: ChildProcess, ended: Promise<string>, signal: NodeJS.Signals): Promise<void> {
  server.kill(signal);
  const force = setTimeout(() => server.kill('SIGKILL'), STOP_PATIENCE_MS);
  await ended;
  clearTimeout(force);
}
