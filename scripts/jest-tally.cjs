const { writeFileSync } = require('node:fs');

/** Leaves the numbers of a jest run in a file: a suite that could not even be loaded counts as one failure. */
module.exports = class JestTally {
  constructor(_config, options) {
    this.file = options.file;
  }

  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    writeFileSync(this.file, JSON.stringify({ passed: results.numPassedTests, failed }));
  }
};
