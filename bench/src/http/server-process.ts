import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const STOP_PATIENCE_MS = 10_000;

/** A server in a process of its own that says `{ ready: { address } }` on its channel when it is up. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** What it said of itself. */
    readonly facts: Readonly<Record<string, string | number>>,
  ) {}

  get address(): string {
    return String(this.facts.address);
  }

  static async start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<ServerProcess> {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`A server ended with ${code} before it was up.`);
    });
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ ready: Record<string, string | number> }];
    ended.catch(() => undefined);
    return new ServerProcess(child, message.ready);
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    const force = setTimeout(() => this.child.kill('SIGKILL'), STOP_PATIENCE_MS);
    this.child.kill('SIGTERM');
    await gone;
    clearTimeout(force);
  }
}
