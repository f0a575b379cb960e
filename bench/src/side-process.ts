import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Facts, SideOptions, Slice } from './side.js';
import type { SideModule } from './sides/side-modules.js';

const CHILD = fileURLToPath(new URL('./side-main.ts', import.meta.url));
const HOOKS = new URL('../../scripts/typescript.mjs', import.meta.url).href;

/** What the parent asks of a side's process; answered one at a time. */
export type Request =
  | { readonly ask: 'open'; readonly module: SideModule; readonly options: SideOptions }
  | { readonly ask: 'prepare'; readonly made: readonly string[]; readonly mode: string }
  | { readonly ask: 'slice'; readonly ms: number; readonly mode: string }
  | { readonly ask: 'facts' }
  | { readonly ask: 'finish' };

export type Reply = { readonly result: unknown } | { readonly failed: string };

/** A side in its own process, with the thread pool that the fixtures say. */
export class SideProcess {
  readonly #child: ChildProcess;

  constructor(threadPool: number) {
    this.#child = fork(CHILD, [], {
      execArgv: ['--import', HOOKS],
      env: { ...process.env, UV_THREADPOOL_SIZE: String(threadPool) },
      serialization: 'advanced',
    });
  }

  async open(module: SideModule, options: SideOptions): Promise<void> {
    await this.#ask({ ask: 'open', module, options });
  }

  async prepare(made: readonly string[], mode: string): Promise<void> {
    await this.#ask({ ask: 'prepare', made, mode });
  }

  async slice(ms: number, mode: string): Promise<Slice> {
    return (await this.#ask({ ask: 'slice', ms, mode })) as Slice;
  }

  async facts(): Promise<Facts> {
    return (await this.#ask({ ask: 'facts' })) as Facts;
  }

  async finish(): Promise<number> {
    return (await this.#ask({ ask: 'finish' })) as number;
  }

  /** Ends the process, whatever it does. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await gone;
  }

  #ask(request: Request): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`The process of a side ended with ${code}.`));
      this.#child.once('exit', onExit);
      this.#child.once('message', (reply: Reply) => {
        this.#child.off('exit', onExit);
        if ('failed' in reply) reject(new Error(reply.failed));
        else resolve(reply.result);
      });
      this.#child.send(request);
    });
  }
}
