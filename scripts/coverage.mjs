import './command/node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { main } from './command/failure.mjs';
import { withProgress } from './command/progress.mjs';
import { root } from './command/root.mjs';
import { runNode } from './command/run.mjs';
import { branchesOf } from './coverage/branches-of.mjs';
import { setUp } from './set-up/set-up.mjs';

/** What is measured, and how much of it has to be reached. */
const LIBS = ['handoff', 'agents', 'workspace'];
const LEAST_PERCENT = 90;
/** Suites that run these libs within the test's own process: what runs in processes of their own is not counted, and comes on top. */
const FAULTS = ['courtesy-lock', 'damage', 'every-call-fails', 'fenced-writer'];
const CALLS = ['claims', 'conflicts', 'evidence', 'next-claim', 'three-agents'];
const SUITES = [
  ...LIBS.map((lib) => `libs/${lib}`),
  ...['contract', 'golden', 'model', 'summary', 'adr-005'].map((name) => `test/${name}`),
  ...FAULTS.map((name) => `test/faults/${name}`),
  ...CALLS.map((name) => `test/e2e/${name}`),
];

/** How many of the branches in the domain, the agents and the workspace are taken by tests. */
await main(async () => {
  await setUp();
  const folder = mkdtempSync(join(tmpdir(), 'jerry-coverage-'));
  try {
    const asked = ['--coverage', '--coverageProvider=babel', '--coverageReporters=json', `--coverageDirectory=${folder}`];
    const of = `--collectCoverageFrom=libs/{${LIBS.join(',')}}/src/**/*.ts`;
    const jest = ['node_modules/jest/bin/jest.js', '--colors=false', ...asked, of, ...SUITES];
    const { code, output } = await withProgress('Running the suites', () => runNode(jest));
    if (code !== 0) {
      process.stderr.write(output);
      return 1;
    }
    return report(JSON.parse(readFileSync(join(folder, 'coverage-final.json'), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** @param {import('./coverage/branches-of.mjs').Coverage} coverage */
function report(coverage) {
  const missing = [];
  let reached = true;
  for (const lib of LIBS) {
    const files = Object.entries(coverage).map(([path, file]) => ({
      path: relative(root, path).split(sep).join('/'),
      ...branchesOf(file),
    }));
    const mine = files.filter(({ path }) => path.startsWith(`libs/${lib}/`));
    const [taken, all] = [mine.reduce((sum, file) => sum + file.taken, 0), mine.reduce((sum, file) => sum + file.all, 0)];
    const percent = Math.floor((1_000 * taken) / all) / 10;
    reached &&= percent >= LEAST_PERCENT;
    missing.push(...mine.filter(({ lines }) => lines.length > 0));
    process.stdout.write(
      `libs/${lib}: ${taken} of ${all} branches, ${percent} %${percent >= LEAST_PERCENT ? '' : `, below ${LEAST_PERCENT} %`}\n`,
    );
  }
  process.stdout.write(`\nNot taken:\n${missing.map(({ path, lines }) => `${path}: ${lines.join(', ')}\n`).join('')}`);
  return reached ? 0 : 1;
}
