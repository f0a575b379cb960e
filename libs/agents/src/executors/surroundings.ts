import type { LookupAnswer } from '@app/handoff';

/** A program to be run: no shell, an environment of its own, in a process group that is ended whole. */
export interface Program {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly stdin?: string;
  readonly signal?: AbortSignal;
}

/** How a program ended. Of what it wrote only so much is kept as somebody may want to read. */
export interface ProgramEnd {
  /** `not_started`: there is no such program, or it may not be run. */
  readonly why: 'exited' | 'timeout' | 'aborted' | 'not_started';
  /** Null when it was ended by a signal or never began. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The beginning and the end of what it wrote to both its outputs, as they came; what was left out is said in between. */
  readonly output: string;
  /** What it wrote to its standard output alone, up to a bound; null when it wrote more. */
  readonly stdout: string | null;
  /** SHA-256 of everything it wrote, in the order it came. */
  readonly outputHash: string;
}

/** What executors need from whoever runs them. */
export interface Surroundings {
  /** Absolute path of the working copy the tasks are about. */
  readonly projectDir: string;
  /** The environment of this process; an executor passes on only what is allowed by name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly runProgram: (program: Program) => Promise<ProgramEnd>;
  /** Replaces known secret formats; everything that is kept or shown goes through it. */
  readonly redact: (text: string) => string;
  /** What lies behind a handle of a summary, bounded. */
  readonly lookUp: (
    taskId: string,
    ask: { readonly handle: string; readonly max_tokens: number; readonly cursor?: string },
    signal: AbortSignal,
  ) => Promise<LookupAnswer>;
  /** The text of a file inside the project, up to a bound; null: nothing there that may be read. */
  readonly readText: (path: string, maxBytes: number) => Promise<{ readonly text: string; readonly truncated: boolean } | null>;
  /** Paths of the project's files below a folder (or all), up to a bound. */
  readonly listFiles: (folder: string | null, limit: number) => Promise<readonly string[]>;
}
