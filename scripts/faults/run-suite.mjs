import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from '../command/run.mjs';

/** What a test may take in `npm test` before it counts as one that hangs. */
const TEST_TIMEOUT_MS = 600_000;
/** The longest a timer of Node can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * What came of a suite: rounds of its own kind, with the seeds they were drawn from; violations are tests that failed.
 * @typedef {{ rounds: number, tests: number, violations: number, seeds: number[], seconds: number, output: string }} Result
 */

/**
 * Runs a suite so many times as long as usual.
 * @param {import('./suites.mjs').Suite} suite
 * @param {{ times: number, seed: string | undefined }} wish
 * @returns {Promise<Result>}
 */
export async function runSuite(suite, { times, seed }) {
  const drawn = seed === undefined ? {} : { JERRY_SEED: seed };
  if (suite.how === 'grows') return runOnce(suite, times, drawn);
  const results = [];
  for (let left = suite.how === 'once' ? 1 : times; left > 0; left -= 1) results.push(await runOnce(suite, 1, drawn));
  return { ...results.reduce(both), rounds: results.length };
}

/** @param {Result} a @param {Result} b @returns {Result} */
const both = (a, b) => ({
  rounds: a.rounds + b.rounds,
  tests: a.tests + b.tests,
  violations: a.violations + b.violations,
  seeds: [...a.seeds, ...b.seeds],
  seconds: a.seconds + b.seconds,
  output: a.output + b.output,
});

/** @param {import('./suites.mjs').Suite} suite @param {number} times @param {NodeJS.ProcessEnv} drawn @returns {Promise<Result>} */
async function runOnce({ spec }, times, drawn) {
  const folder = mkdtempSync(join(tmpdir(), 'jerry-fault-suite-'));
  const [tally, told] = [join(folder, 'tally.json'), join(folder, 'told.jsonl')];
  const env = { ...process.env, ...drawn, JERRY_FAULTS: String(times), JERRY_FAULTS_FILE: told, JEST_TALLY_FILE: tally };
  const reporters = ['--reporters=default', '--reporters=<rootDir>/scripts/jest-tally.cjs'];
  const timeout = `--testTimeout=${Math.min(LONGEST_MS, TEST_TIMEOUT_MS * times)}`;
  const startedAt = performance.now();
  try {
    const jest = ['node_modules/jest/bin/jest.js', '--colors=false', timeout, ...reporters, '--runTestsByPath', spec];
    const { code, output } = await runNode(jest, { env });
    const { passed, failed } = existsSync(tally) ? JSON.parse(readFileSync(tally, 'utf8')) : { passed: 0, failed: 0 };
    const facts = existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n').map(parsed) : [];
    const of = (/** @type {string} */ what) => facts.flatMap((fact) => (fact[what] === undefined ? [] : [fact[what]]));
    return {
      rounds: of('rounds').reduce((sum, rounds) => sum + rounds, 0),
      tests: passed + failed,
      // One that could not even run has shown nothing.
      violations: code === 0 ? failed : Math.max(1, failed),
      seeds: of('seed'),
      seconds: (performance.now() - startedAt) / 1_000,
      output,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} line @returns {Record<string, number>} */
const parsed = (line) => JSON.parse(line);
