import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TypedCommand } from '../support/typed-command.js';
import { type Process, processesBelow } from './processes.js';

/** What runs of the service while the demo does, by what stands on its command line. */
const PARTS = {
  supervisor: /scripts\/start\.mjs/,
  queue: /dist\/apps\/queue\//,
  api: /dist\/apps\/api\//,
  worker: /dist\/apps\/worker\//,
} as const;
const LOOK_EVERY_MS = 10;
export type Part = keyof typeof PARTS;

/** `npm run demo`, typed in a directory of its own, where everything it makes is found and taken away again. */
export class TypedDemo extends TypedCommand {
  private constructor(
    private readonly directory: string,
    args: readonly string[],
    env: Record<string, string>,
  ) {
    super(['run', 'demo', ...args], directory, { TMPDIR: directory, ...env });
  }

  static async type(args: readonly string[] = [], env: Record<string, string> = {}): Promise<TypedDemo> {
    return new TypedDemo(await realpath(await mkdtemp(join(tmpdir(), 'jerry-typed-'))), args, env);
  }

  /** Everything it left behind. */
  get home(): string {
    return join(this.directory, readdirSync(this.directory).find((name) => name.startsWith('jerry-demo-')) ?? 'nothing');
  }

  get project(): string {
    return join(this.home, 'fair-share');
  }

  get processes(): readonly Process[] {
    return processesBelow(this.process.pid ?? 0);
  }

  /** Once a file of the project holds this. */
  async wrote(file: string, text: string): Promise<void> {
    while (!readFileSync(join(this.project, file), 'utf8').includes(text)) await pause(LOOK_EVERY_MS);
  }

  /** Kills them all at once. */
  kill(...parts: readonly Part[]): void {
    const all = this.processes;
    for (const part of parts) {
      const found = all.find(({ args }) => PARTS[part].test(args));
      if (found === undefined) throw new Error(`No ${part} runs, only ${JSON.stringify(all)}:\n${this.output}`);
      process.kill(found.pid, 'SIGKILL');
    }
  }

  /** Ends what still runs, and leaves nothing. */
  async close(): Promise<void> {
    if (this.process.exitCode === null) this.interrupt();
    await this.exit();
    rmSync(this.directory, { recursive: true });
  }
}
