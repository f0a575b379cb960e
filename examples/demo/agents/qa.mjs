import { readFile } from 'node:fs/promises';
import { agent } from './agent.mjs';
import { openIssues } from './open-issues.mjs';
import { putInPlace } from './put-in-place.mjs';
import { runTests, tally } from './run-tests.mjs';

const OWN_TEST = 'test/every-bill.test.js';

await agent(async ({ work_dir, context_summary }) => {
  await putInPlace(work_dir, { [OWN_TEST]: await readFile(new URL('qa/every-bill.js', import.meta.url), 'utf8') });
  const seen = await runTests(work_dir);
  const check = { name: 'every-bill', passed: seen.failed.length === 0, detail: tally(seen) };
  return check.passed ? passOn(check, context_summary) : sendBack(seen, check);
});

function sendBack({ failed }, check) {
  return {
    phase: 'implementing',
    state_delta: {
      feedback: failed.map(({ error }) => error).join('; '),
      artifacts: [{ path: OWN_TEST }],
      issues_raised: failed.map(({ error }) => ({ issue: error.split(':')[0], severity: 'blocker' })),
      checks: [check],
      packet: {
        attempted: `Tried every bill from 1.00 to 10.00 between up to twelve people: ${check.detail}.`,
        next_agent_should_first: `Make ${OWN_TEST} pass without touching it.`,
      },
    },
  };
}

function passOn(check, summary) {
  return {
    phase: 'reviewing',
    state_delta: {
      issues_resolved: openIssues(summary).map((issue_id) => ({ issue_id, resolution: `Tried again on every bill: ${check.detail}.` })),
      checks: [check],
      packet: {
        attempted: `Tried every bill from 1.00 to 10.00 between up to twelve people: ${check.detail}.`,
        next_agent_should_first: 'See whether the tests would notice if a cent got lost again.',
      },
    },
  };
}
