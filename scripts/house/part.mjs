import { spawn } from 'node:child_process';

const FIRST_RESTART_MS = 500;
const LONGEST_RESTART_MS = 30_000;
/** Tells a part that the others are up and rely on finding it where it was: libs/platform/src/process/run-process.ts. */
const AGAIN = '--again';
/** Up this long, a part counts as sound again: its next crash is its first. */
const SOUND_AFTER_MS = 60_000;

/**
 * @typedef {Record<string, string | number>} Facts what a part tells about itself once it is up
 * @typedef {{ onReady: (part: Part, facts: Facts) => void, onDeath: (part: Part, code: number | null, how: string) => void }} Listener
 */

/** One Node program of the group, through all its lives. It sends `{ ready: facts }` when it is up. */
export class Part {
  wasReady = false;
  #crashes = 0;
  #readyAt = 0;
  /** @type {import('node:child_process').ChildProcess | undefined} */ #child;
  /** @type {NodeJS.Timeout | undefined} */ #timer;

  /** @param {string} name @param {string[]} args @param {Listener} listener */
  constructor(name, args, listener) {
    this.name = name;
    this.args = args;
    this.listener = listener;
  }

  get isAlive() {
    return this.#child !== undefined;
  }

  /** @param {NodeJS.ProcessEnv} env */
  start(env) {
    clearTimeout(this.#timer);
    // The channel does two things: the part says that it is ready, and notices when its supervisor is gone.
    const child = spawn(process.execPath, this.wasReady ? [...this.args, AGAIN] : this.args, {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    child.on('message', (message) => {
      this.#readyAt = Date.now();
      this.listener.onReady(this, /** @type {{ ready: Facts }} */ (message).ready);
    });
    child.on('exit', (code, signal) => {
      this.#child = undefined;
      this.listener.onDeath(this, code, signal ?? `exit code ${code}`);
    });
  }

  /** Starts it again after a while that doubles with each crash. Returns that while. @param {NodeJS.ProcessEnv} env */
  startLater(env) {
    if (Date.now() - this.#readyAt > SOUND_AFTER_MS) this.#crashes = 0;
    const delayMs = Math.min(FIRST_RESTART_MS * 2 ** this.#crashes, LONGEST_RESTART_MS);
    this.#crashes += 1;
    this.#timer = setTimeout(() => this.start(env), delayMs);
    return delayMs;
  }

  /** @param {NodeJS.Signals} signal */
  kill(signal) {
    clearTimeout(this.#timer);
    this.#child?.kill(signal);
  }
}
