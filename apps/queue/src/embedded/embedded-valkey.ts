import type { Socket } from 'node:net';
import { ConsoleLine } from './console-line.js';
import { HostSockets } from './host-sockets.js';
import { socketLine } from './socket-line.js';
import { loadValkey, type ValkeyProgram } from './valkey-program.js';

/** Its clock: how exactly time-outs and delays are kept. */
const TICK_MS = 20;

/** A Valkey in this process, without a port: connections are brought to it. */
export class EmbeddedValkey {
  readonly #console = new ConsoleLine(() => this.#step());
  readonly #timer = setInterval(() => this.#step(), TICK_MS);
  #planned = false;
  isOver = false;

  private constructor(
    private readonly program: ValkeyProgram,
    private readonly sockets: HostSockets,
    private readonly onDeath: (reason: string) => void,
  ) {
    sockets.arrive(this.#console.line);
  }

  /** Begins with what was saved in the directory. `onDeath` is called once, when it failed and answers no more. */
  static async start(directory: string, port: number, onDeath: (reason: string) => void): Promise<EmbeddedValkey> {
    const sockets = new HostSockets();
    const program = await loadValkey(directory, sockets);
    program.rk_boot(port);
    return new EmbeddedValkey(program, sockets, onDeath);
  }

  get connections(): number {
    return this.sockets.count - 1;
  }

  connect(socket: Socket): void {
    this.sockets.arrive(socketLine(socket, () => this.#wake()));
    this.#wake();
  }

  /** Carries a command out at once. Throws what is refused. */
  ask(...command: readonly string[]): string {
    return this.#console.ask(...command);
  }

  stop(): void {
    this.isOver = true;
    clearInterval(this.#timer);
    this.sockets.closeAll();
  }

  /** Once for all that happens in one turn of the event loop. */
  #wake(): void {
    if (this.#planned || this.isOver) return;
    this.#planned = true;
    queueMicrotask(() => {
      this.#planned = false;
      this.#work();
    });
  }

  #work(): void {
    const before = this.sockets.taken;
    this.#step();
    // What a step worked out leaves at the beginning of the next one.
    this.#step();
    if (this.sockets.waiting && this.sockets.taken > before) setImmediate(() => this.#wake());
  }

  #step(): void {
    if (this.isOver) return;
    try {
      this.program.rk_step();
    } catch (error) {
      // Its memory cannot be trusted any more.
      this.stop();
      this.onDeath(error instanceof Error ? error.message : String(error));
    }
  }
}
