import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLONE = join(__dirname, '../..');

/** `npm start` as a person would type it in a project, in a process of its own. Nothing is pretended. */
export class StartedHouse {
  output = '';
  private readonly npm: ChildProcess;
  private readonly ended: Promise<number | null>;

  constructor(project: string, env: Record<string, string> = {}) {
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|JERRY_|JEST_|NODE_ENV)/.test(name)),
    );
    const XDG_STATE_HOME = mkdtempSync(join(tmpdir(), 'jerry-user-'));
    this.npm = spawn('npm', ['--prefix', CLONE, 'start'], { cwd: project, env: { ...inherited, XDG_STATE_HOME, JERRY_PORT: '0', ...env } });
    this.ended = once(this.npm, 'close').then(([code]) => {
      rmSync(XDG_STATE_HOME, { recursive: true });
      return code as number | null;
    });
    for (const stream of [this.npm.stdout, this.npm.stderr]) stream?.on('data', (chunk: Buffer) => this.hear(String(chunk)));
  }

  private readonly listeners = new Set<() => void>();

  private hear(text: string): void {
    this.output += text;
    for (const listener of this.listeners) listener();
  }

  /** Resolves with the match once the output holds it; rejects, showing the output, if it ends without. */
  async says(pattern: RegExp): Promise<RegExpMatchArray> {
    const found = new Promise<RegExpMatchArray>((resolve) => {
      const look = () => {
        const match = this.output.match(pattern);
        if (match !== null) resolve(match);
      };
      this.listeners.add(look);
      look();
    });
    const over = this.ended.then((code) => {
      throw new Error(`npm start ended with ${code} without saying ${pattern}:\n${this.output}`);
    });
    return Promise.race([found, over]);
  }

  async address(): Promise<string> {
    return (await this.says(/Address\s+(\S+)/))[1] ?? '';
  }

  /** The exit code. */
  exit(): Promise<number | null> {
    return this.ended;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.npm.kill(signal);
    return this.ended;
  }
}
