import { spawn } from 'node:child_process';
import { join } from 'node:path';

const CLONE = join(__dirname, '../..');
const SHOWN_CHARS = 2_000;

export type Facts = Readonly<Record<string, string | number>>;

/** A part of the service, up as a process of its own: it can be killed, paused and started again. */
export interface ProcessPart {
  /** What it told about itself once it was ready. */
  readonly facts: Facts;
  readonly pid: number;
  readonly ended: Promise<number | NodeJS.Signals>;
  signal(signal: NodeJS.Signals): void;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
}

/** Runs a program of the clone from the sources, and waits until it says that it is ready. It knows nothing of the environment but `env`. */
export const partAsProcess = async (
  program: string,
  env: Readonly<Record<string, string>>,
  hear: (text: string) => void,
  ...args: readonly string[]
): Promise<ProcessPart> => {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|JERRY_|JEST_|NODE_)/.test(name)));
  const child = spawn(process.execPath, ['--import', join(CLONE, 'scripts/typescript.mjs'), join(CLONE, program), ...args], {
    cwd: CLONE,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-SHOWN_CHARS);
      hear(chunk.toString('utf8'));
    });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => child.on('close', (code, signal) => resolve(signal ?? code ?? 0)));
  const ready = new Promise<Facts>((resolve) => child.once('message', (message) => resolve((message as { ready: Facts }).ready)));
  const facts = await Promise.race([
    ready,
    ended.then((how) => {
      throw new Error(`${program} ended before it was ready (${how}): ${said}`);
    }),
  ]);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { facts, pid: child.pid ?? 0, ended, signal: (signal) => child.kill(signal), stop };
};
