import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../command/failure.mjs';
import { root } from '../command/root.mjs';

/** A stop of the whole service may take ten seconds; what has not gone by then is killed. */
const STOP_PATIENCE_MS = 10_000;
const RESTARTS = 5;
const RESTART_AFTER_MS = 500;
/** What the supervisor says of its parts, for whoever kills them to see what becomes of it. */
const ABOUT_PARTS = /The \w+ process (ended \(\w+\); starting it again in [\d.]+ s\.|is back\.)/g;

/** The service as `npm start` runs it, for the demo's project alone. Killed as a whole it is started again where it was. */
export class DemoService {
  adminToken = randomBytes(32).toString('hex');
  address = '';
  queue = '';
  #output;
  #last = '';
  #stopping = false;
  #port = '0';
  /** @type {import('node:child_process').ChildProcess | undefined} */ #child;
  /** @type {(failure: Failure) => void} */ #fail = () => undefined;

  /** Rejects when the service cannot be kept up. @type {Promise<never>} */
  lost = new Promise((_, reject) => {
    this.#fail = reject;
  });

  /** @param {import('./demo-project.mjs').DemoProject} project @param {(line: string) => void} say */
  constructor(project, say) {
    this.project = project;
    this.say = say;
    this.#output = createWriteStream(project.log);
    // Whoever waits for something else of the service at that moment hears of it from there.
    this.lost.catch(() => undefined);
  }

  get pid() {
    return this.#child?.pid;
  }

  async start() {
    const screen = await this.#launch();
    this.address = /^ {2}Address +(\S+)/m.exec(screen)?.[1] ?? '';
    this.queue = /^ {2}Queue +([^,\n]+)/m.exec(screen)?.[1] ?? '';
    this.#port = new URL(this.address).port;
  }

  async stop() {
    this.#stopping = true;
    const child = this.#child;
    if (child === undefined) return;
    const gone = new Promise((resolve) => child.once('close', resolve));
    const patience = setTimeout(() => this.killNow(), STOP_PATIENCE_MS);
    child.kill('SIGTERM');
    await gone;
    clearTimeout(patience);
  }

  killNow() {
    this.#stopping = true;
    if (this.#child?.pid !== undefined) killGroup(this.#child.pid);
  }

  /** Resolves with the start screen. @returns {Promise<string>} */
  #launch() {
    // A group of its own: Ctrl-C is for the demo, which then stops the service in order.
    const child = spawn(process.execPath, [`${root}scripts/start.mjs`], {
      cwd: root,
      env: this.#environment(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let [screen, isUp] = ['', false];
    return new Promise((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        this.#hear(chunk);
        screen += chunk;
        isUp ||= /^ {2}Stop +Ctrl-C$/m.test(screen);
        if (isUp) resolve(screen);
      });
      child.stderr.on('data', (chunk) => this.#hear(chunk));
      // Its parts write where it writes: this comes when the last of them has gone.
      child.on('close', (code, signal) => {
        this.#child = undefined;
        reject(new Failure(`The service did not start: ${this.#last}`));
        if (isUp && !this.#stopping) void this.#startAgain(signal ?? `exit code ${code}`);
      });
    });
  }

  /** @param {string} how */
  async #startAgain(how) {
    this.say(`The whole service ended (${how}); starting it again.`);
    for (let k = 0; k < RESTARTS; k++) {
      await sleep(RESTART_AFTER_MS);
      if (this.#stopping) return;
      const isBack = await this.#launch().then(
        () => true,
        () => false,
      );
      if (isBack) return this.say('The service is back.');
    }
    this.#fail(new Failure(`The service does not start again: ${this.#last}`));
  }

  /** @param {Buffer} chunk */
  #hear(chunk) {
    this.#output.write(chunk);
    const text = String(chunk);
    this.#last = sentenceIn(text.trim().split('\n').at(-1) ?? '') || this.#last;
    if (!this.#stopping && this.address !== '') for (const [line] of text.matchAll(ABOUT_PARTS)) this.say(line);
  }

  /** Nothing of what the person has set for services of their own, and nothing of npm's. */
  #environment() {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|JERRY_|INIT_CWD$|XDG_STATE_HOME$)/.test(name));
    return {
      ...Object.fromEntries(inherited),
      // The agents and the check are run by this very Node, whatever is on the path.
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      // A service that was started by npm ends when its parent has gone.
      npm_lifecycle_event: 'demo',
      XDG_STATE_HOME: this.project.state,
      JERRY_PROJECT_DIR: this.project.path,
      JERRY_ADMIN_TOKEN: this.adminToken,
      JERRY_PORT: this.#port,
    };
  }
}

/** @param {number} leader */
function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has gone by itself meanwhile.
  }
}

/** What a line of a log says, without what is around it. @param {string} line */
function sentenceIn(line) {
  try {
    return String(JSON.parse(line).message);
  } catch {
    return line;
  }
}
