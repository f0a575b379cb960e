import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Executor, Outcome, Work } from '@app/agents';
import { openExecutors, type Surroundings } from '@app/agents/executors';
import { redactSecrets } from '@app/platform';
import { openWorkspace, runProgram } from '@app/workspace';
import { CommandExecutor } from '../../libs/agents/src/command-executor.js';

type Given = Partial<Omit<Work, 'agent'>>;

/** A project in which a command executor runs real programs, with its own folder of programs on the path. */
export class ExecutorProject {
  readonly executor: Executor;

  private constructor(
    readonly root: string,
    readonly env: Record<string, string>,
  ) {
    const { command } = openExecutors(this.surroundings);
    if (command === undefined) throw new Error('There is no command executor.');
    this.executor = command;
  }

  static async open(): Promise<ExecutorProject> {
    const directory = await realpath(await mkdtemp(join(tmpdir(), 'jerry-run-')));
    await mkdir(join(directory, 'project/.jerry'), { recursive: true });
    await mkdir(join(directory, 'bin'));
    const env = { PATH: `${join(directory, 'bin')}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` };
    return new ExecutorProject(join(directory, 'project'), env);
  }

  get surroundings(): Surroundings {
    return {
      projectDir: this.root,
      env: this.env,
      runProgram,
      redact: (text) => redactSecrets(text).text,
      lookUp: () => Promise.reject(new Error('Nobody looks anything up here.')),
      readText: async (path, maxBytes) => (await openWorkspace(this.root)).readText(path, maxBytes),
      listFiles: async (folder, limit) => (await openWorkspace(this.root)).listFiles(folder, limit),
    };
  }

  /** A program of this name on the path, whose body is run by Node as a CommonJS module. */
  async program(name: string, body: string): Promise<string> {
    const path = join(dirname(this.root), 'bin', name);
    await writeFile(path, `#!${process.execPath}\nconst fs = require('node:fs');\n${body}\n`);
    await chmod(path, 0o755);
    return path;
  }

  /** One run of an agent with these settings. */
  run(executor: Readonly<Record<string, unknown>>, given: Given = {}): Promise<Outcome> {
    return this.executor.run(this.work(executor, given));
  }

  work(executor: Readonly<Record<string, unknown>>, given: Given = {}): Work {
    return {
      task_id: 'T1',
      phase: 'testing',
      effect_key: 'T1-v3',
      command: null,
      context_summary: 'Task T1: Mend it\ntesting, in_progress, v4',
      artifacts: [],
      claim: { claim_epoch: 2, instance: 'w.1', lease_s: 60 },
      signal: new AbortController().signal,
      ...given,
      agent: { name: 'dev-qa', concurrency: 1, executor: CommandExecutor.parse({ kind: 'command', ...executor }) },
    };
  }

  /** What a run left in its folder. */
  left(name: string, run = 'T1-v3-e2'): Promise<string> {
    return readFile(join(this.root, '.jerry/runs/T1', run, name), 'utf8');
  }

  async close(): Promise<void> {
    await rm(dirname(this.root), { recursive: true, force: true });
  }
}
