/**
 * What is wrong with a lockfile: an address in it ties every install to one server, an entry without a hash installs unchecked,
 * a dependency that is not pinned exactly moves by itself.
 * @param {{ packages: Record<string, { resolved?: string, integrity?: string, link?: boolean, inBundle?: boolean }> }} lockfile
 * @param {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} manifest
 * @returns {string[]}
 */
export function lockfileProblems(lockfile, manifest) {
  const entries = Object.entries(lockfile.packages).filter(([path, entry]) => path !== '' && entry.link !== true);
  const exact = /^(npm:[^@]*@?[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
  return [
    ...entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => `${path} names the address it is downloaded from`),
    ...entries.filter(([, { integrity, inBundle }]) => integrity === undefined && inBundle !== true).map(([path]) => `${path} has no hash`),
    ...Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter(([, range]) => !exact.test(range))
      .map(([name, range]) => `${name} is not pinned exactly (${range})`),
  ];
}
