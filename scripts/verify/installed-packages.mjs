import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every package that is really installed, by its own manifest; the lockfile says which of them only tools need.
 * @param {string} directory
 * @returns {{ name: string, license?: unknown, dev: boolean }[]}
 */
export function installedPackages(directory) {
  const { packages } = readJson(join(directory, 'package-lock.json'));
  return Object.entries(packages)
    .map(([path, entry]) => ({
      manifest: join(directory, path, 'package.json'),
      path,
      dev: entry.dev === true || entry.devOptional === true,
    }))
    .filter(({ path, manifest }) => path !== '' && existsSync(manifest))
    .map(({ manifest, dev }) => {
      const { name, version, license } = readJson(manifest);
      return { name: `${name}@${version}`, license, dev };
    });
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
