import { missingPlatformPackages } from '../set-up/platform-packages.mjs';

/**
 * What is wrong with a lockfile: an address in it ties every install to one server, an entry without a hash installs unchecked,
 * a binary that is missing for some system stops `npm ci` on all, a dependency that is not pinned exactly moves by itself.
 * @param {{ packages: import('../set-up/platform-packages.mjs').Packages }} lockfile
 * @param {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} manifest
 * @returns {string[]}
 */
export function lockfileProblems({ packages }, manifest) {
  const entries = Object.entries(packages).filter(([path, entry]) => path !== '' && entry.link !== true);
  const exact = /^(npm:(@[^@/]+\/)?[^@/]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
  return [
    ...entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => `${path} names the address it is downloaded from`),
    ...entries.filter(([, entry]) => needsHash(entry) && entry.integrity === undefined).map(([path]) => `${path} has no hash`),
    ...Object.keys(missingPlatformPackages(packages)).map((path) => `${path} is missing: npm run lock`),
    ...Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter(([, range]) => !exact.test(range))
      .map(([name, range]) => `${name} is not pinned exactly (${range})`),
  ];
}

/**
 * All but binaries for systems other than the one we test on: a registry that does not have them cannot say their hash.
 * @param {import('../set-up/platform-packages.mjs').Entry} entry
 */
function needsHash({ inBundle, optional, os = [], cpu = [], libc = [] }) {
  const isOurs = os.includes('linux') && cpu.includes('x64') && !libc.includes('musl');
  return inBundle !== true && (optional !== true || os.length === 0 || isOurs);
}
