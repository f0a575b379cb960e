import { randomBytes } from 'node:crypto';
import { Part } from './part.mjs';

/** A whole stop may take ten seconds; what has not gone by now is killed. */
const STOP_PATIENCE_MS = 9_000;
/** How long the others wait for a part that still needs them. */
const TURN_MS = 5_000;
/** How a part says "a person has to change something first": EXIT_CODE.refused of libs/platform. */
const REFUSED = 78;

/** Runs the parts as one group: started one after the other, started again when they die, stopped together. */
export class Supervisor {
  #stopping = false;
  #renewing = new Set();
  #exitCode = 0;
  /** What API and workers know each other by, for as long as this group lives. */
  #workerToken = process.env.JERRY_WORKER_TOKEN || randomBytes(32).toString('hex');
  /** @type {import('./part.mjs').Facts} */ #facts = {};
  /** @type {(code: number) => void} */ #end = () => undefined;
  /** @type {(facts: import('./part.mjs').Facts | undefined) => void} */ #settle = () => undefined;

  /** The exit code, once everything has stopped. @type {Promise<number>} */
  ended = new Promise((resolve) => {
    this.#end = resolve;
  });

  /** What the parts told about themselves once all were up for the first time; undefined if it never came to that. @type {Promise<import('./part.mjs').Facts | undefined>} */
  ready = new Promise((resolve) => {
    this.#settle = resolve;
  });

  /** @param {{ name: string, args: string[] }[]} programs @param {(line: string) => void} say */
  constructor(programs, say) {
    this.say = say;
    this.parts = programs.map(({ name, args }) => new Part(name, args, this));
    this.parts[0]?.start(this.#environment());
  }

  stop(exitCode = 0) {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#exitCode = exitCode;
    this.#settle(undefined);
    setTimeout(() => this.killNow(), STOP_PATIENCE_MS).unref();
    // One that was to be started again is not.
    for (const part of this.parts) if (!part.isAlive) part.kill('SIGTERM');
    this.#stopFrom(this.parts.length - 1);
  }

  killNow() {
    this.#kill('SIGKILL');
  }

  /** Takes every part down and up again at once, for new code. */
  renew() {
    if (this.#stopping) return;
    for (const part of this.parts.filter(({ wasReady }) => wasReady)) {
      if (!part.isAlive) part.start(this.#environment());
      else {
        this.#renewing.add(part);
        part.kill('SIGTERM');
      }
    }
  }

  /** @param {Part} part @param {import('./part.mjs').Facts} facts */
  onReady(part, facts) {
    Object.assign(this.#facts, facts);
    if (part.wasReady) this.say(`The ${part.name} process is back.`);
    if (part.wasReady || this.#stopping) return;
    part.wasReady = true;
    const next = this.parts[this.parts.indexOf(part) + 1];
    if (next === undefined) this.#settle(this.#facts);
    else next.start(this.#environment());
  }

  /** @param {Part} part @param {number | null} code @param {string} how */
  onDeath(part, code, how) {
    if (this.#stopping) return this.#stopFrom(this.parts.indexOf(part) - 1);
    if (this.#renewing.delete(part)) return part.start(this.#environment());
    if (code === REFUSED) return this.stop(1);
    if (!part.wasReady) {
      this.say(`The ${part.name} process ended before it was ready (${how}).`);
      return this.stop(1);
    }
    this.say(`The ${part.name} process ended (${how}); starting it again in ${part.startLater(this.#environment()) / 1000} s.`);
  }

  /** What a part has to know of the others. One that comes back comes back where it was, also when any free port would have done at first. */
  #environment() {
    const { address, redis_url } = this.#facts;
    return {
      ...process.env,
      JERRY_WORKER_TOKEN: this.#workerToken,
      ...(redis_url !== undefined && { JERRY_REDIS_URL: String(redis_url) }),
      ...(address !== undefined && { JERRY_PORT: new URL(String(address)).port, JERRY_API_URL: String(address) }),
    };
  }

  /** The last one first: a worker gives its work back to the API, and both use the queue until they have gone. @param {number} index */
  #stopFrom(index) {
    if (this.parts.every(({ isAlive }) => !isAlive)) return this.#end(this.#exitCode);
    const part = this.parts[index];
    part?.kill('SIGTERM');
    if (part?.isAlive) setTimeout(() => this.#stopFrom(index - 1), TURN_MS).unref();
    else if (part !== undefined) this.#stopFrom(index - 1);
  }

  /** @param {NodeJS.Signals} signal */
  #kill(signal) {
    for (const part of this.parts) part.kill(signal);
  }
}
