import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../command/failure.mjs';
import { withProgress } from '../command/progress.mjs';
import { root } from '../command/root.mjs';
import { run } from '../command/run.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} Entry */

/**
 * Whether node_modules holds what the lockfile asks for, by the record npm itself leaves at the end of an install;
 * so an install by hand counts, and one that was interrupted does not.
 * @param {string} directory
 */
export function isInstalled(directory) {
  const wanted = packagesOf(join(directory, 'package-lock.json'));
  const present = packagesOf(join(directory, 'node_modules', '.package-lock.json'));
  if (wanted === undefined) throw new Failure(`${join(directory, 'package-lock.json')} is missing or unreadable: restore it with git.`);
  // npm leaves no record where there was nothing to install.
  if (present === undefined) return Object.keys(wanted).every((path) => path === '');
  return Object.entries(wanted).every(([path, entry]) => {
    const found = present[path];
    if (path === '') return true;
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** Installs exactly what the lockfile of a package in this clone says. @param {string} directory */
export async function install(directory) {
  const { code, output } = await withProgress('Installing dependencies', () =>
    run([...npm(), 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', directory], {
      env: cleanEnvironment(),
      group: true,
    }),
  );
  if (code !== 0) throw new Failure(`${output}\nThe dependencies could not be installed; npm says why above.`);
}

/** The npm that started us, if one did; else the one on the PATH. */
export function npm() {
  const path = process.env.npm_execpath;
  return path?.endsWith('.js') ? [process.execPath, path] : ['npm'];
}

/** Without what an outer `npm --prefix … start` left there: it would send this install to another place. */
function cleanEnvironment() {
  const outer = /^npm_(config_(local_|global_)?prefix|lifecycle_|package_|command$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
}

/** @param {string} path @returns {Record<string, Entry> | undefined} */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

export const isHouseInstalled = () => isInstalled(root);
export const installHouse = () => install(root);
