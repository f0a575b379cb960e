import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/** The groups of those that were given one. @type {Set<number>} */
const groups = new Set();

/** Ends every command that has a group of its own, and all it has started, at once. */
export function endGroups() {
  for (const group of groups) process.kill(-group, 'SIGKILL');
}

/**
 * Runs a command in the clone and keeps its output.
 * @param {string[]} command
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, group?: boolean }} [options] show: output goes straight to the terminal instead;
 *   group: it hears no Ctrl-C, and ends by `endGroups` with all it has started
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run([program = '', ...args], { env = process.env, show = false, group = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'], detached: group });
    if (group && child.pid !== undefined) groups.add(child.pid);
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', reject);
    child.on('exit', () => groups.delete(child.pid ?? 0));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a script of this Node, such as the command of an installed package. */
export const runNode = (/** @type {string[]} */ args, /** @type {Parameters<typeof run>[1]} */ options = {}) =>
  run([process.execPath, ...args], options);
