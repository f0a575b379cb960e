import { createHash } from 'node:crypto';
import { type CheckEvidence, HandoffError, LIMITS } from '@app/handoff';
import { type CheckConfig, type ProjectConfig, redactSecrets } from '@app/platform';
import { CannotCover, type Commit, Lanes, type ProgramEnd, runProgram, type Workspace } from '@app/workspace';
import { checkEnvironment } from './check-environment.js';
import type { CheckTrees } from './check-trees.js';
import { outputTail } from './output-tail.js';

const AT_ONCE = 2;

export interface CheckRunnerParts {
  readonly checks: ProjectConfig['checks'];
  readonly trees: Pick<CheckTrees, 'look'>;
  readonly git: Pick<Workspace['git'], 'standing'>;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Runs the project's checks: few at a time, each at most once at a time. Whoever asks for one that runs gets what comes of it. */
export class CheckRunner {
  readonly #lanes = new Lanes(AT_ONCE);
  readonly #running = new Map<string, Promise<CheckEvidence>>();
  readonly #stopping = new AbortController();

  constructor(private readonly parts: CheckRunnerParts) {}

  run(name: string): Promise<CheckEvidence> {
    const running = this.#running.get(name);
    if (running !== undefined) return running;
    const begun = this.#lanes.run(() => this.#run(name)).finally(() => this.#running.delete(name));
    this.#running.set(name, begun);
    return begun;
  }

  /** Ends what runs; what was asked for is refused. */
  stop(): void {
    this.#stopping.abort();
  }

  async #run(name: string): Promise<CheckEvidence> {
    const check = this.parts.checks[name] as CheckConfig;
    try {
      const before = await this.parts.trees.look(name);
      const commit = await this.parts.git.standing();
      this.#requireGoingOn();
      const end = await this.#carryOut(check);
      this.#requireGoingOn();
      const after = await this.parts.trees.look(name);
      const remarks = [...remarksOn(end, check), ...(before.files === 0 ? ['It covers no file.'] : [])];
      return {
        ...proof(name, check, outputTail(end.output, remarks.join(' ')), commit),
        passed: end.exitCode === 0 && end.why === 'exited',
        exit_code: end.exitCode,
        duration_ms: end.durationMs,
        output_hash: end.outputHash,
        tree_hash: before.hash,
        stable: before.hash === after.hash,
      };
    } catch (error) {
      if (error instanceof CannotCover) return { ...proof(name, check, `It was not run. ${error.message}`, null), ...NOT_RUN };
      throw error;
    }
  }

  #carryOut({ command, timeout_s }: CheckConfig): Promise<ProgramEnd> {
    return runProgram({
      argv: command as [string, ...string[]],
      cwd: this.parts.projectDir,
      env: checkEnvironment(this.parts.env),
      timeoutMs: timeout_s * 1_000,
      signal: this.#stopping.signal,
    });
  }

  #requireGoingOn(): void {
    if (this.#stopping.signal.aborted)
      throw new HandoffError('overloaded', 'The service was stopped before the checks had run; nothing was recorded. Ask again.');
  }
}

const NOTHING = createHash('sha256').digest('hex');
const NOT_RUN = { passed: false, exit_code: null, duration_ms: 0, output_hash: NOTHING, tree_hash: NOTHING, stable: false } as const;

const remarksOn = ({ why, exitCode }: ProgramEnd, { timeout_s }: CheckConfig): readonly string[] => {
  if (why === 'timeout') return [`It was ended after ${timeout_s} s.`];
  if (why === 'not_started') return ['It could not be started.'];
  return exitCode === null ? ['It was ended by a signal.'] : [];
};

const proof = (name: string, { command }: CheckConfig, detail: string, commit: Commit | null) => ({
  name,
  command: command.map((argument) => redactSecrets(argument).text.slice(0, LIMITS.textChars)),
  ...(detail === '' ? {} : { detail }),
  ...commit,
});
