import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { complaintIn, gated, OPEN } from './gate.js';
import { KeptOutput } from './kept-output.js';
import { Leash } from './leash.js';
import { readGently } from './read-gently.js';
import { WholeText } from './whole-text.js';

export interface Program {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly stdin?: string;
  readonly signal?: AbortSignal;
  /** How much of its standard output is kept whole. */
  readonly stdoutBytes?: number;
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
/** For what it wrote last. A child that left its group may hold the pipes open for ever. */
const LAST_WORDS_MS = 1_000;
const leash = new Leash();

/**
 * Runs a program without a shell, in a process group of its own that is ended whole: when it takes too long, when it is called off, and
 * when the program itself is done and has left children behind, and when this process is gone, also by SIGKILL. One that leaves the group,
 * as daemons do, is out of reach: it is not waited for. Never rejects.
 */
export async function runProgram(program: Program): Promise<ProgramEnd> {
  const startedAt = performance.now();
  const output = new KeptOutput();
  const stdout = new WholeText(program.stdoutBytes ?? STDOUT_BYTES);
  const ended = (why: ProgramEnd['why'], exitCode: number | null): ProgramEnd => ({
    ...{ why, exitCode, output: output.text, stdout: stdout.text, outputHash: output.hash },
    durationMs: Math.round(performance.now() - startedAt),
  });
  if (program.signal?.aborted) return ended('aborted', null);
  const notStarted = (message: string): ProgramEnd => ({ ...ended('not_started', null), output: message });
  // Node says the same of a shell and of a directory that is not there.
  const notSpawned = ({ message }: Error) => notStarted(existsSync(program.cwd) ? message : `The directory ${program.cwd} is not there.`);
  let child: ChildProcessWithoutNullStreams;
  try {
    const [file, ...args] = gated(program.argv);
    leash.ready();
    child = spawn(file, args, { cwd: program.cwd, env: program.env, detached: true, stdio: 'pipe' });
  } catch (error) {
    return notSpawned(error as Error);
  }
  if (child.pid !== undefined) leash.hold(child.pid);
  readGently(child.stdout, (piece) => {
    output.add(piece);
    stdout.add(piece);
  });
  readGently(child.stderr, (piece) => output.add(piece));
  // A program that does not read what it is given is none of our trouble.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${OPEN}${program.stdin ?? ''}`);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      if (child.pid === undefined) resolve(notSpawned(error));
    });
    const life = watchOver(child, program);
    child.on('close', (exitCode) => {
      const why = life.end();
      const complaint = complaintIn(exitCode, output.text);
      resolve(complaint === null ? ended(why, exitCode) : notStarted(complaint));
    });
  });
}

/** Ends it when its time has come; `end` says what it ended of. */
function watchOver(child: ChildProcessWithoutNullStreams, { timeoutMs, signal }: Program): { end(): ProgramEnd['why'] } {
  let why: ProgramEnd['why'] = 'exited';
  const timers: NodeJS.Timeout[] = [];
  const stop = (reason: ProgramEnd['why']) => {
    if (why !== 'exited' || child.exitCode !== null || child.signalCode !== null) return;
    why = reason;
    signalGroup(child, 'SIGTERM');
    timers.push(setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS));
  };
  const onAbort = () => stop('aborted');
  timers.push(setTimeout(() => stop('timeout'), timeoutMs));
  signal?.addEventListener('abort', onAbort, { once: true });
  child.on('exit', () => {
    // Whatever it left behind goes with it: it would hold the pipes open, or go on changing files.
    signalGroup(child, 'SIGKILL');
    if (child.pid !== undefined) leash.free(child.pid);
    timers.push(
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, LAST_WORDS_MS),
    );
  });
  return {
    end: () => {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      return why;
    },
  };
}

function signalGroup({ pid }: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in it.
  }
}
