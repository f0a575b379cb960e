import { execFile } from 'node:child_process';

const reporter = new URL('./reporter.mjs', import.meta.url).href;

/** Runs the tests of a directory, and says how many passed and which failed, as seen. */
export async function runTests(directory) {
  const said = await new Promise((resolve) => {
    execFile(process.execPath, ['--test', `--test-reporter=${reporter}`], { cwd: directory }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
  const results = said.stdout.split('\n').filter(Boolean).map(JSON.parse);
  if (results.length === 0) throw new Error(`The tests could not be run: ${said.stderr.trim()}`);
  return { passed: results.filter(({ passed }) => passed).length, failed: results.filter(({ passed }) => !passed) };
}

/** `5 tests pass`, `2 of 5 tests fail`. */
export const tally = ({ passed, failed }) =>
  failed.length === 0 ? `${passed} tests pass` : `${failed.length} of ${passed + failed.length} tests fail`;
