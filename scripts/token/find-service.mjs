import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { Failure } from '../command/failure.mjs';

const NAME_CHARS = 16;

/**
 * @typedef {{ address: string, project: string, pid: number, adminToken: string | undefined }} Service one that said it runs
 * @typedef {{ JERRY_PROJECT_DIR?: string, INIT_CWD?: string, XDG_STATE_HOME?: string, HOME?: string, JERRY_ADMIN_TOKEN?: string }} Variables
 */

/**
 * The service of the project one stands in: JERRY_PROJECT_DIR, else the directory the command was typed in or the nearest above it that has one.
 * Where none is named and no directory has one, but exactly one service runs at all, it is meant, and `remark` says which.
 * @param {Variables} env @param {string} cwd
 * @returns {{ service: Service, remark?: string }}
 */
export function findService(env, cwd) {
  const named = env.JERRY_PROJECT_DIR || undefined;
  const directory = resolve(cwd, named ?? (env.INIT_CWD || '.'));
  const state = stateDir(env);
  for (const project of named === undefined ? above(directory) : [directory]) {
    const service = serviceIn(join(state, nameOf(project)), env);
    if (service !== undefined) return { service };
  }
  const running = named === undefined ? everyServiceIn(state, env) : [];
  const [only] = running;
  if (only !== undefined && running.length === 1)
    return { service: only, remark: `No service runs for ${directory}; this is a token of the one for ${only.project}.` };
  throw new Failure(
    running.length === 0
      ? `No service runs for ${directory}: start it there with npm start, or name its project in JERRY_PROJECT_DIR.`
      : `No service runs for ${directory}. Name the project of the one you mean in JERRY_PROJECT_DIR: ${running.map(({ project }) => project).join(', ')}.`,
  );
}

/** As loadConfig of libs/platform finds it. @param {Variables} env */
function stateDir({ XDG_STATE_HOME: given, HOME: home }) {
  return join(given && isAbsolute(given) ? given : join(home || homedir(), '.local/state'), 'jerry-handoff');
}

/** As UserState of apps/api names it. @param {string} project */
function nameOf(project) {
  return createHash('sha256').update(real(project)).digest('hex').slice(0, NAME_CHARS);
}

/** @param {string} directory */
function real(directory) {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}

/** @param {string} directory @returns {string[]} */
function above(directory) {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...above(parent)];
}

/** @param {string} state @param {Variables} env */
function everyServiceIn(state, env) {
  return read(() => readdirSync(state), []).flatMap((name) => serviceIn(join(state, name), env) ?? []);
}

/** One that was killed leaves its card behind. @param {string} directory @param {Variables} env @returns {Service | undefined} */
function serviceIn(directory, env) {
  const card = read(() => JSON.parse(readFileSync(join(directory, 'service.json'), 'utf8')), undefined);
  if (typeof card?.address !== 'string' || !isAlive(card.pid)) return undefined;
  const kept = read(() => readFileSync(join(directory, 'admin-token'), 'utf8').trim(), undefined);
  return { ...card, adminToken: env.JERRY_ADMIN_TOKEN || kept };
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // There, and somebody else's.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @template T @param {() => T} act @param {T} otherwise @returns {T} */
function read(act, otherwise) {
  try {
    return act();
  } catch {
    return otherwise;
  }
}
