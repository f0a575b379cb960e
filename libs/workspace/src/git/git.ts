import { runProgram } from '../program/run-program.js';
import { filterOverrides } from './filter-overrides.js';
import { gitEnvironment } from './git-environment.js';

const TIMEOUT_MS = 20_000;
const LIST_BYTES = 32 * 1024 * 1024;
/** No daemon, no hook, no pager, nothing written: a repository's own settings are text of somebody else. */
const SAFELY = ['--no-pager', '--no-optional-locks', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'] as const;

/** Where a working copy stands. */
export interface Commit {
  readonly commit: string;
  /** Whether anything in the project differs from it, or is not in it. */
  readonly dirty: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What git knows of a project, asked so that nothing a repository says is carried out. Null wherever git has no answer. */
export class Git {
  readonly #env: Readonly<Record<string, string>>;

  constructor(
    private readonly directory: string,
    env: Environment,
  ) {
    this.#env = gitEnvironment(env);
  }

  /** Files that git knows in the project or would add, relative to it. */
  async files(): Promise<readonly string[] | null> {
    const listed = await this.#ask(['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
    return listed === null ? null : [...new Set(listed.split('\0').filter((path) => path !== ''))];
  }

  async standing(): Promise<Commit | null> {
    const commit = (await this.#ask(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']))?.trim();
    if (commit === undefined || !/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return null;
    const filters = await this.#ask(['config', '--null', '--name-only', '--get-regexp', '^filter\\.'], [0, 1]);
    if (filters === null) return null;
    const changes = await this.#ask(
      ['status', '--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=all', '--untracked-files=normal', '--', '.'],
      [0],
      filterOverrides(filters.split('\0')),
    );
    return changes === null ? null : { commit, dirty: changes !== '' };
  }

  async #ask(asked: readonly string[], fine: readonly number[] = [0], more: Readonly<Record<string, string>> = {}): Promise<string | null> {
    const { exitCode, stdout } = await runProgram({
      argv: ['git', ...SAFELY, ...asked],
      cwd: this.directory,
      env: { ...this.#env, ...more },
      timeoutMs: TIMEOUT_MS,
      stdoutBytes: LIST_BYTES,
    });
    return exitCode !== null && fine.includes(exitCode) ? stdout : null;
  }
}
