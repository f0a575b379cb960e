const { writeFileSync } = require('node:fs');

/** Leaves the numbers of a jest run in a file: a suite that could not even be loaded counts as one failure. */
module.exports = class JestTally {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const tally = { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
    writeFileSync(process.env.JEST_TALLY_FILE, JSON.stringify(tally));
  }
};
