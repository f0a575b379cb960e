import { readFile } from 'node:fs/promises';
import { agent } from './agent.mjs';
import { inACopy } from './in-a-copy.mjs';
import { noteOnce } from './note-once.mjs';
import { openIssues } from './open-issues.mjs';
import { putInPlace } from './put-in-place.mjs';
import { runTests, tally } from './run-tests.mjs';

/** What this engineer can think of for `split`, the simplest first. Which one it is the tests say. */
const DRAFTS = [
  { file: 'rounded-shares.js', approach: 'Everybody pays the rounded share' },
  { file: 'last-one-pays.js', approach: 'The last one pays the rest' },
  { file: 'cent-by-cent.js', approach: 'Whole cents, one more for the first ones' },
];
const draft = (name) => readFile(new URL(`engineer/${name}`, import.meta.url), 'utf8');

await agent((task) => (task.phase === 'planning' ? plan(task) : implement(task)));

async function plan({ work_dir }) {
  const found = await runTests(work_dir);
  if (found.failed.length === 0) throw new Error('Every test passes before anything was done: this is not the project I was made for.');
  return {
    phase: 'implementing',
    state_delta: {
      decisions: [
        {
          decision: 'Amounts stay whole cents',
          rationale: 'Fractions of a cent get lost.',
          alternatives: ['Fractions of 1.00'],
        },
      ],
      issues_raised: found.failed.map(({ error }) => ({ issue: error, severity: 'high', suggested_action: 'Mend format' })),
      packet: {
        attempted: `Ran the tests before touching anything: ${tally(found)}.`,
        next_agent_should_first: 'Mend format, then write split and tests for it.',
      },
    },
  };
}

/** Takes the first draft that passes every test there is, its own and everybody else's. */
async function implement(task) {
  const tried = [];
  for (const { file, approach } of DRAFTS) {
    const files = {
      'src/money.js': await draft('money.js'),
      'src/split.js': await draft(file),
      'test/split.test.js': await draft('split-tests.js'),
    };
    const seen = await inACopy(task.work_dir, files, runTests);
    if (seen.failed.length === 0) return deliver(task, files, { approach, tried, seen });
    tried.push({ approach, why: seen.failed[0].error.split(':')[0] });
  }
  throw new Error(`None of my drafts passes: ${tried.map(({ approach, why }) => `${approach}: ${why}`).join('; ')}`);
}

async function deliver(task, files, { approach, tried, seen }) {
  const { work_dir, command, context_summary } = task;
  const feedback = command?.state_delta.feedback;
  if (feedback !== undefined && tried.length === 0) throw new Error(`I do not see what was sent back: ${feedback}`);
  await putInPlace(work_dir, files);
  await noteOnce(task, feedback === undefined ? 'Amounts keep their zero, and `split` is there' : `\`split\` mended: ${approach}`);
  return {
    phase: 'testing',
    state_delta: {
      artifacts: Object.keys(files).map((path) => ({ path })),
      decisions: [
        {
          decision: approach,
          rationale: `The simplest that passes all ${seen.passed} tests.`,
          supersedes: idsOf(tried, context_summary),
        },
      ],
      ...(feedback === undefined ? { issues_resolved: resolved(context_summary) } : {}),
      checks: [{ name: 'tests', passed: true, detail: tally(seen) }],
      packet: {
        attempted:
          feedback === undefined
            ? `Mended format, wrote split and two tests for it: ${tally(seen)}.`
            : `Ran the test that QA wrote, then mended split until it passed: ${tally(seen)}.`,
        failed_approaches: tried,
        next_agent_should_first: feedback === undefined ? 'Try split on bills that I did not pick.' : 'Try every bill again.',
      },
    },
  };
}

/** What it raised when it planned; what QA raised is for QA to settle. */
function resolved(summary) {
  return openIssues(summary).map((issue_id) => ({ issue_id, resolution: 'Mended; its test passes.' }));
}

/** The decisions for what was tried since, as the summary lists them: `D6 Everybody pays … — …`. */
function idsOf(tried, summary) {
  const decisions = [...summary.matchAll(/^(D[\d.]+) (.*?)( — |$)/gm)];
  return decisions.filter(([, , decision]) => tried.some(({ approach }) => approach === decision)).map(([, id]) => id);
}
