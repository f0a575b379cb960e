const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Those that take longest on two cores. Begun late, one of them would run on alone when all the others are over. */
const SLOWEST = [
  'test/summary/summary-properties.spec.ts',
  'test/e2e/workers-under-kills.spec.ts',
  'test/start/refusals.spec.ts',
  'test/demo/demo-under-kills.spec.ts',
  'test/bench.spec.ts',
  'test/faults/every-call-dies.spec.ts',
  'test/e2e/handoffs-under-kills.spec.ts',
  'test/start/start.spec.ts',
  'test/summary/reachable.spec.ts',
  'test/model/lifecycle.spec.ts',
  'test/queue/queue-server.spec.ts',
  'test/e2e/workers.spec.ts',
  'test/faults/take-overs.spec.ts',
  'test/e2e/worker-faults.spec.ts',
];

/** A first run knows no durations, and jest would go by the length of the files. */
module.exports = class SlowestFirst extends Sequencer {
  async sort(tests) {
    const place = ({ path, context }) => {
      const found = SLOWEST.indexOf(relative(context.config.rootDir, path));
      return found === -1 ? SLOWEST.length : found;
    };
    return [...(await super.sort(tests))].sort((one, other) => place(one) - place(other));
  }
};
