import './command/node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from './command/failure.mjs';
import { runNode } from './command/run.mjs';
import { setUp } from './set-up/set-up.mjs';
import { verify } from './verify/verify.mjs';

/** Everything, or with arguments (`npm test -- libs/agents`) just what jest makes of them. */
await main(async () => {
  await setUp();
  const wanted = process.argv.slice(2);
  const checks = wanted.length === 0 ? await verify() : { passed: 0, failed: 0 };
  const tests = await jest(wanted);
  const failed = checks.failed + tests.failed;
  process.stdout.write(`${checks.passed + tests.passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
});

/** @param {string[]} args @returns {Promise<{ passed: number, failed: number }>} */
async function jest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'jerry-test-'));
  const file = join(folder, 'tally.json');
  const reporters = ['--reporters=default', '--reporters=<rootDir>/scripts/jest-tally.cjs'];
  const env = { ...process.env, JEST_TALLY_FILE: file };
  const { code } = await runNode(['node_modules/jest/bin/jest.js', ...args, ...reporters], { show: true, env });
  const tally = readTally(file);
  rmSync(folder, { recursive: true });
  // A run that failed without a failed test (none found, a worker that crashed) is a failure all the same.
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** @param {string} file */
function readTally(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0 };
  }
}
