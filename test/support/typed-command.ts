import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLONE = join(__dirname, '../..');

/** A command of this clone as a person would type it somewhere, in a process of its own. Nothing is pretended. */
export class TypedCommand {
  output = '';
  readonly process: ChildProcess;
  private readonly ended: Promise<number | null>;
  private readonly listeners = new Set<() => void>();

  /** @param args what npm is told; it finds the clone by itself. */
  constructor(
    private readonly args: readonly string[],
    cwd: string,
    env: Record<string, string> = {},
  ) {
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|JERRY_|JEST_|NODE_ENV)/.test(name)),
    );
    const XDG_STATE_HOME = mkdtempSync(join(tmpdir(), 'jerry-user-'));
    // A group of its own, as a terminal gives it to what is typed: it can be interrupted as a whole.
    this.process = spawn('npm', ['--prefix', CLONE, ...args], { cwd, env: { ...inherited, XDG_STATE_HOME, ...env }, detached: true });
    this.ended = once(this.process, 'close').then(([code]) => {
      rmSync(XDG_STATE_HOME, { recursive: true });
      return code as number | null;
    });
    for (const stream of [this.process.stdout, this.process.stderr]) stream?.on('data', (chunk: Buffer) => this.hear(String(chunk)));
  }

  private hear(text: string): void {
    this.output += text;
    for (const listener of this.listeners) listener();
  }

  /** Resolves with the match once the output holds it; rejects, showing the output, if it ends without. */
  async says(pattern: RegExp): Promise<RegExpMatchArray> {
    const found = new Promise<RegExpMatchArray>((resolve) => {
      const look = () => {
        const match = this.output.match(pattern);
        if (match === null) return;
        this.listeners.delete(look);
        resolve(match);
      };
      this.listeners.add(look);
      look();
    });
    const over = this.ended.then((code) => {
      throw new Error(`npm ${this.args.join(' ')} ended with ${code} without saying ${pattern}:\n${this.output}`);
    });
    return Promise.race([found, over]);
  }

  type(text: string): void {
    this.process.stdin?.write(text);
  }

  /** As Ctrl-C does: everybody in the foreground hears it. */
  interrupt(): void {
    process.kill(-(this.process.pid ?? 0), 'SIGINT');
  }

  /** The exit code. */
  exit(): Promise<number | null> {
    return this.ended;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal);
    return this.ended;
  }
}
