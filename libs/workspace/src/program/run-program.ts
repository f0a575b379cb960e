import { type ChildProcess, spawn } from 'node:child_process';
import { KeptOutput } from './kept-output.js';

export interface Program {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly stdin?: string;
  readonly signal?: AbortSignal;
}

export interface ProgramEnd {
  /** `not_started`: there is no such program, or it may not be run. */
  readonly why: 'exited' | 'timeout' | 'aborted' | 'not_started';
  /** Null when it was ended by a signal or never began. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The beginning and the end of what it wrote to both its outputs, as they came. */
  readonly output: string;
  /** What it wrote to its standard output alone; null when that is more than is kept. */
  readonly stdout: string | null;
  readonly outputHash: string;
}

const STDOUT_BYTES = 1024 * 1024;
/** Between the wish that it ends and its end. */
const GRACE_MS = 1_000;

/**
 * Runs a program without a shell, in a process group of its own that is ended whole: when it takes too long, when it is called off, and
 * when the program itself is done and has left children behind. Never rejects.
 */
export async function runProgram(program: Program): Promise<ProgramEnd> {
  const startedAt = performance.now();
  const output = new KeptOutput();
  const stdout = { pieces: [] as Buffer[], bytes: 0 };
  const ended = (why: ProgramEnd['why'], exitCode: number | null): ProgramEnd => ({
    why,
    exitCode,
    durationMs: Math.round(performance.now() - startedAt),
    output: output.text,
    stdout: stdout.bytes > STDOUT_BYTES ? null : Buffer.concat(stdout.pieces).toString('utf8'),
    outputHash: output.hash,
  });
  if (program.signal?.aborted) return ended('aborted', null);
  const [file, ...args] = program.argv;
  let child: ChildProcess;
  try {
    child = spawn(file, args, { cwd: program.cwd, env: program.env, detached: true, stdio: 'pipe' });
  } catch (error) {
    output.add(Buffer.from(`${(error as Error).message}\n`));
    return ended('not_started', null);
  }
  child.stdout?.on('data', (piece: Buffer) => {
    output.add(piece);
    stdout.bytes += piece.length;
    if (stdout.bytes <= STDOUT_BYTES) stdout.pieces.push(piece);
  });
  child.stderr?.on('data', (piece: Buffer) => output.add(piece));
  // A program that does not read what it is given is none of our trouble.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(program.stdin ?? '');
  return new Promise((resolve) => {
    let why: ProgramEnd['why'] = 'exited';
    let killing: NodeJS.Timeout | undefined;
    const end = (reason: ProgramEnd['why']) => {
      if (why !== 'exited') return;
      why = reason;
      signalGroup(child, 'SIGTERM');
      killing = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
    };
    const onAbort = () => end('aborted');
    const timer = setTimeout(() => end('timeout'), program.timeoutMs);
    program.signal?.addEventListener('abort', onAbort, { once: true });
    const done = (result: ProgramEnd) => {
      clearTimeout(timer);
      clearTimeout(killing);
      program.signal?.removeEventListener('abort', onAbort);
      resolve(result);
    };
    child.on('error', (error) => {
      if (child.pid !== undefined) return;
      output.add(Buffer.from(`${error.message}\n`));
      done(ended('not_started', null));
    });
    // Whatever it left behind goes with it: it would hold the pipes open, or go on changing files.
    child.on('exit', () => signalGroup(child, 'SIGKILL'));
    child.on('close', (exitCode) => done(ended(why, exitCode)));
  });
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in it.
  }
}
