import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(__dirname, '..', '..', '..');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A Node process of its own that runs a TypeScript file of the tests. Its lines are handed on as they come. */
export class Child {
  private static readonly all = new Set<Child>();
  readonly ended: Promise<Ended>;
  private readonly process: ChildProcess;
  private errors = '';

  constructor(file: string, task: unknown, onLine: (line: string) => void) {
    Child.all.add(this);
    const loader = join(ROOT, 'scripts', 'typescript.mjs');
    this.process = spawn(process.execPath, ['--import', loader, join(ROOT, 'test', 'faults', file), JSON.stringify(task)], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '', UV_THREADPOOL_SIZE: '4' },
    });
    const { stdout, stderr } = this.process;
    if (stdout === null || stderr === null) throw new Error('a child without output');
    stderr.on('data', (text: Buffer) => {
      this.errors += text.toString();
    });
    const lines = createInterface({ input: stdout }).on('line', onLine);
    const read = new Promise<void>((resolve) => lines.on('close', resolve));
    this.ended = new Promise<Ended>((resolve) => this.process.on('exit', (code, signal) => resolve({ code, signal }))).then(
      async (ended) => {
        await read;
        Child.all.delete(this);
        return ended;
      },
    );
  }

  get pid(): number {
    if (this.process.pid === undefined) throw new Error('a child that did not start');
    return this.process.pid;
  }

  get complaint(): string {
    return this.errors;
  }

  /** Ends whatever is left of them, also those that stand still. */
  static async endAll(): Promise<void> {
    for (const child of Child.all) child.signal('SIGKILL');
    await Promise.all([...Child.all].map((child) => child.ended));
  }

  signal(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }
}
