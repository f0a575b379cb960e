import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../command/root.mjs';
import { endGroups } from '../command/run.mjs';

const place = join(root, '.setup');

/**
 * One set-up at a time in one clone: `npm start` and `npm test` typed in two windows would install over each other.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inTurn(work) {
  for (let told = false; !take(); await sleep(200)) {
    if (!told) process.stderr.write('Another command is setting up this clone; waiting for it …\n');
    told = true;
  }
  const letEnd = endInOrder();
  try {
    return await work();
  } finally {
    rmSync(place, { force: true });
    letEnd();
  }
}

/**
 * Ctrl-C ends what we run, and then us: an npm that goes on tidying up by itself would take away what the next command installs.
 * @returns {() => void} ends us now, if somebody asked for that meanwhile
 */
function endInOrder() {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  /** @type {NodeJS.Signals | undefined} */
  let asked;
  const hear = (/** @type {NodeJS.Signals} */ signal) => {
    asked = signal;
    endGroups();
  };
  for (const signal of signals) process.on(signal, hear);
  return () => {
    for (const signal of signals) process.off(signal, hear);
    if (asked !== undefined) process.kill(process.pid, asked);
  };
}

function take() {
  const mine = `${place}-${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    // A link appears whole, with the pid in it, or not at all.
    linkSync(mine, place);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (isAbandoned()) rmSync(place, { force: true });
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

function isAbandoned() {
  try {
    process.kill(Number(readFileSync(place, 'utf8')), 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code;
}
