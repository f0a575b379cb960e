// Shows that the suite has teeth: writes one bug after the other into a copy of the tree and runs the specs that must notice it.
// `node test/teeth/run.mjs` runs them all, `node test/teeth/run.mjs sync` those whose name contains "sync".
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DECIDE_MUTANTS } from './decide-mutants.mjs';
import { QUEUE_MUTANTS } from './queue-mutants.mjs';
import { STORE_MUTANTS } from './store-mutants.mjs';
import { WORKER_MUTANTS } from './worker-mutants.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const LEFT_OUT = new Set(['node_modules', '.git', '.jerry', 'dist', 'coverage']);

const copyTree = () => {
  const copy = mkdtempSync(join(tmpdir(), 'jerry-teeth-'));
  cpSync(root, copy, { recursive: true, filter: (path) => path === root || !LEFT_OUT.has(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
};

/** Runs specs in the copy. @param {string} copy @param {readonly string[]} specs @returns {Promise<{ passed: number, failed: number, first: string }>} */
const runSpecs = (copy, specs) =>
  new Promise((resolve, reject) => {
    const report = join(copy, 'report.json');
    rmSync(report, { force: true });
    const args = [
      'node_modules/jest/bin/jest.js',
      '--silent',
      '--json',
      `--outputFile=${report}`,
      '--cacheDirectory',
      join(copy, '.cache'),
    ];
    const jest = spawn(process.execPath, [...args, '--runTestsByPath', ...specs], { cwd: copy, stdio: 'ignore' });
    jest.on('error', reject);
    jest.on('exit', () => {
      const { numPassedTests: passed, numFailedTests: failed, testResults } = JSON.parse(readFileSync(report, 'utf8'));
      const failures = testResults.flatMap((/** @type {any} */ file) =>
        file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed'),
      );
      resolve({ passed, failed, first: failures[0]?.fullName ?? '' });
    });
  });

/** @param {string} copy @param {(typeof STORE_MUTANTS)[number]} mutant */
const tryMutant = async (copy, { file, find, replace, specs }) => {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(find).length !== 2) return { caught: false, by: `${file} does not hold the place exactly once` };
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  );
  try {
    const { failed, first } = await runSpecs(copy, specs);
    return { caught: failed > 0, by: failed > 0 ? first : 'no test failed' };
  } finally {
    writeFileSync(path, whole);
  }
};

const wanted = process.argv[2] ?? '';
const mutants = [...STORE_MUTANTS, ...DECIDE_MUTANTS, ...QUEUE_MUTANTS, ...WORKER_MUTANTS].filter(({ name }) => name.includes(wanted));
const copy = copyTree();
let survivors = 0;
try {
  const specs = [...new Set(mutants.flatMap((mutant) => mutant.specs))];
  const sound = await runSpecs(copy, specs);
  if (sound.failed > 0 || sound.passed === 0) throw new Error(`without any bug ${sound.failed} tests fail: ${sound.first}`);
  console.log(`${sound.passed} tests pass without a bug\n`);
  for (const mutant of mutants) {
    const { caught, by } = await tryMutant(copy, mutant);
    if (!caught) survivors++;
    console.log(`${caught ? 'caught  ' : 'SURVIVED'}  ${mutant.name.padEnd(64)}  ${by.slice(0, 110)}`);
  }
  console.log(`\n${mutants.length - survivors} of ${mutants.length} bugs caught`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = survivors === 0 ? 0 : 1;
