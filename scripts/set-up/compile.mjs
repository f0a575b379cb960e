import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Failure } from '../command/failure.mjs';
import { withProgress } from '../command/progress.mjs';
import { root } from '../command/root.mjs';
import { runNode } from '../command/run.mjs';

const stampFile = join(root, 'dist', '.built-from');

/** The files of a folder and all below it. @param {string} folder @returns {string[]} */
function filesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** One hash over everything the build reads, so that touching a file or changing branches to and fro builds nothing. */
function fingerprint() {
  const settings = ['package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) => join(root, name));
  const sources = ['apps', 'libs'].flatMap((name) => filesIn(join(root, name))).filter((path) => /(?<!\.spec)\.(ts|json)$/.test(path));
  const hash = createHash('sha256');
  for (const path of [...settings, ...sources].sort())
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint();
}

export async function build() {
  const from = fingerprint();
  await withProgress('Building', async () => {
    // All apps in one go: each by itself would compile every lib again.
    const { code, output } = await runNode(['node_modules/@nestjs/cli/bin/nest.js', 'build', 'house'], { group: true });
    if (code !== 0) throw new Failure(`${output}\nThe build failed; the compiler says why above.`);
  });
  removeOrphans();
  writeFileSync(stampFile, from);
}

/** The build only ever adds to dist, which another start may be running from; what lost its source goes afterwards. */
function removeOrphans() {
  for (const path of filesIn(join(root, 'dist'))) {
    const source = join(root, relative(join(root, 'dist'), path).replace(/\.(js|js\.map|d\.ts)$/, '.ts'));
    if (source.endsWith('.ts') && !existsSync(source)) rmSync(path);
  }
}
