import { spawn } from 'node:child_process';
import type { TaskEvent } from '@app/handoff';
import type { Logger } from '../logging/logger.js';

const TIMEOUT_MS = 10_000;
const AT_ONCE = 4;
const KEPT_WAITING = 1_000;
/** What a program needs to find itself and its user's desktop; nothing of the service's own. */
const PASSED_ON = ['PATH', 'HOME', 'USER', 'LANG', 'DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'];

type Told = Pick<TaskEvent, 'name' | 'task_id' | 'version' | 'gate_id'>;

/** Runs the project's `notify` command: an argument list, never a shell; a few at a time, each for a bounded while. */
export class Notifier {
  readonly #waiting: Told[] = [];
  #running = 0;

  constructor(
    private readonly command: readonly string[] | undefined,
    private readonly cwd: string,
    private readonly logger: Logger,
  ) {}

  notify(event: Told): void {
    if (this.command === undefined || this.#waiting.length >= KEPT_WAITING) return;
    this.#waiting.push(event);
    this.#next();
  }

  #next(): void {
    if (this.#running >= AT_ONCE) return;
    const event = this.#waiting.shift();
    if (event === undefined) return;
    this.#running++;
    void this.#run(event).finally(() => {
      this.#running--;
      this.#next();
    });
  }

  #run(event: Told): Promise<void> {
    const [program = '', ...args] = (this.command ?? []).map((argument) => filledIn(argument, event));
    const env = Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
    return new Promise((done) => {
      const child = spawn(program, args, { cwd: this.cwd, env, stdio: 'ignore', timeout: TIMEOUT_MS, killSignal: 'SIGKILL' });
      child.on('error', (error) => {
        this.logger.warn(`notify: ${program} could not be run for ${event.task_id}: ${error.message}.`);
        done();
      });
      child.on('exit', (code, signal) => {
        if (code !== 0)
          this.logger.warn(`notify: ${program} ended with ${signal ?? `exit code ${code}`} for ${event.name} of ${event.task_id}.`);
        done();
      });
    });
  }
}

/** The values are names of the service's own making, so they can stand in any argument. */
const filledIn = (argument: string, { name, task_id, version, gate_id = '' }: Told): string =>
  argument.replace(/\{(event|task_id|version|gate_id)\}/g, (_, key: string) => String({ event: name, task_id, version, gate_id }[key]));
