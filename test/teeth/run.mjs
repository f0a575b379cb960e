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

/** What hangs because of a bug need not hang for long: it has so many times as long as the slowest test without one. */
const PATIENCE = 5;
const LEAST_PATIENCE_MS = 60_000;

/**
 * Runs specs in the copy, as they are or, where one failure says enough, with little patience.
 * @param {string} copy @param {readonly string[]} specs @param {readonly string[]} [more]
 * @returns {Promise<{ passed: number, failed: number, first: string, slowestMs: number }>}
 */
const runSpecs = (copy, specs, more = []) =>
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
      ...more,
    ];
    const jest = spawn(process.execPath, [...args, '--runTestsByPath', ...specs], { cwd: copy, stdio: 'ignore' });
    jest.on('error', reject);
    jest.on('exit', () => {
      const { numPassedTests: passed, numFailedTests: failed, testResults } = JSON.parse(readFileSync(report, 'utf8'));
      const tests = testResults.flatMap((/** @type {any} */ file) => file.assertionResults);
      const failure = tests.find((/** @type {any} */ test) => test.status === 'failed');
      const slowestMs = Math.max(0, ...tests.map((/** @type {any} */ test) => test.duration ?? 0));
      resolve({ passed, failed, first: failure?.fullName ?? '', slowestMs });
    });
  });

/** @param {string} copy @param {(typeof STORE_MUTANTS)[number]} mutant @param {number} patienceMs */
const tryMutant = async (copy, { file, find, replace, specs }, patienceMs) => {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(find).length !== 2) return { caught: false, by: `${file} does not hold the place exactly once` };
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  );
  try {
    const { failed, first } = await runSpecs(copy, specs, ['--bail', `--testTimeout=${patienceMs}`]);
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
  const patienceMs = Math.max(LEAST_PATIENCE_MS, Math.ceil(sound.slowestMs * PATIENCE));
  for (const mutant of mutants) {
    const { caught, by } = await tryMutant(copy, mutant, patienceMs);
    if (!caught) survivors++;
    console.log(`${caught ? 'caught  ' : 'SURVIVED'}  ${mutant.name.padEnd(64)}  ${by.slice(0, 110)}`);
  }
  console.log(`\n${mutants.length - survivors} of ${mutants.length} bugs caught`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = survivors === 0 ? 0 : 1;
