import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Passes a signal on to whatever is running. @param {NodeJS.Signals} signal */
export function passOn(signal) {
  for (const child of running) child.kill(signal);
}

/**
 * Runs a command in the clone and keeps its output.
 * @param {string[]} command
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean }} [options] show: output goes straight to the terminal instead
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run([program = '', ...args], { env = process.env, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs a script of this Node, such as the command of an installed package. */
export const runNode = (/** @type {string[]} */ args, /** @type {Parameters<typeof run>[1]} */ options = {}) =>
  run([process.execPath, ...args], options);
