import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../command/root.mjs';
import { runNode } from '../command/run.mjs';
import { isInstalled } from '../set-up/install.mjs';
import { installedPackages } from './installed-packages.mjs';
import { licenceProblems } from './licences.mjs';
import { lockfileProblems } from './lockfile.mjs';

/** @typedef {{ name: string, run: () => Promise<{ ok: boolean, output: string }> }} Check */

const tool =
  (/** @type {string[]} */ ...args) =>
  async () => {
    const { code, output } = await runNode(args);
    return { ok: code === 0, output };
  };

const list = (/** @type {() => string[]} */ find) => async () => {
  const problems = find();
  return { ok: problems.length === 0, output: problems.join('\n') };
};

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const packages = () => ['.', 'bench'].filter((folder) => existsSync(join(root, folder, 'package-lock.json')));

/** Everything that can be said about the code without running it. @type {Check[]} */
export const CHECKS = [
  { name: 'types', run: tool('node_modules/ts7/bin/tsc', '--noEmit', '-p', 'tsconfig.json') },
  { name: 'types of scripts', run: tool('node_modules/ts7/bin/tsc', '--noEmit', '-p', 'tsconfig.scripts.json') },
  ...(isInstalled(join(root, 'bench'))
    ? [{ name: 'types of bench', run: tool('node_modules/ts7/bin/tsc', '--noEmit', '-p', 'bench/tsconfig.json') }]
    : []),
  {
    name: 'lint and format',
    run: tool('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=10', '--colors=off'),
  },
  {
    name: 'imports, shape, docs',
    run: tool('node_modules/jest/bin/jest.js', '--silent', 'test/architecture.spec.ts', 'test/docs'),
  },
  { name: 'dead code', run: tool('node_modules/knip/bin/knip.js', '--no-progress') },
  { name: 'licences', run: list(() => licenceProblems(installedPackages(root))) },
  {
    name: 'lockfiles',
    run: list(() =>
      packages().flatMap((folder) => lockfileProblems(readJson(`${folder}/package-lock.json`), readJson(`${folder}/package.json`))),
    ),
  },
];
