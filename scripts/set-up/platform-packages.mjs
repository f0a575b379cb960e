/**
 * @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, inBundle?: boolean, optional?: boolean, dev?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry
 * @typedef {Record<string, Entry>} Packages
 */

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/**
 * Binaries for other systems that a package offers and the lockfile does not know. npm leaves them out where it cannot find them, as with a
 * registry that mirrors only some systems, and `npm ci` then refuses the lockfile everywhere.
 * @param {Packages} packages
 * @returns {Packages}
 */
export function missingPlatformPackages(packages) {
  const offered = Object.values(packages).flatMap((entry) =>
    Object.entries(entry.optionalDependencies ?? {}).map(([name, version]) => ({ name, version, entry })),
  );
  const missing = offered.filter(({ name, version }) => EXACT.test(version) && systemOf(name) !== undefined && !isKnown(packages, name));
  return Object.fromEntries(
    missing.map(({ name, version, entry }) => [
      `node_modules/${name}`,
      { version, ...target(name), ...(entry.dev && { dev: true }), optional: true },
    ]),
  );
}

/** @param {Packages} packages @param {string} name */
function isKnown(packages, name) {
  return Object.keys(packages).some((path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`));
}

/** @param {string} name */
function systemOf(name) {
  const words = name.split(/[/.-]/);
  return SYSTEMS.find((system) => words.includes(system));
}

/** What the name of such a package says about where it runs. @param {string} name */
function target(name) {
  const words = name.split(/[/.-]/);
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  const libc =
    words.includes('musl') || words.includes('musleabihf') ? 'musl' : words.some((word) => word.startsWith('gnu')) ? 'glibc' : undefined;
  return { os: [String(systemOf(name))], ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}
