import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agent } from './agent.mjs';
import { inACopy } from './in-a-copy.mjs';
import { runTests } from './run-tests.mjs';

/** Mistakes that could slip in one day. Tests that let one through are not worth much. */
const MISTAKES = [
  { path: 'src/money.js', from: "padStart(2, '0')", to: "padStart(1, '0')" },
  { path: 'src/split.js', from: 'Math.floor', to: 'Math.round' },
  { path: 'src/split.js', from: '? 1 : 0', to: '? 0 : 0' },
  { path: 'src/split.js', from: 'place < left', to: 'place <= left' },
];

await agent(async ({ work_dir, artifacts }) => {
  const changed = artifacts.filter(({ status }) => status !== 'verified');
  if (changed.length > 0)
    return sendBack(`${changed.map(({ path, status }) => `${path} is ${status}`).join(', ')} since it was handed in.`);
  const planted = await plantedIn(work_dir);
  if (planted.length === 0) throw new Error('I find no place for any of my mistakes: this is not the code I know how to review.');
  const results = await Promise.all(planted.map((mistake) => outcomeOf(work_dir, mistake)));
  const missed = results.filter(({ noticed }) => !noticed);
  if (missed.length > 0)
    return sendBack(`No test notices ${missed.map(({ from, to, path }) => `${to} instead of ${from} in ${path}`).join(', ')}.`);
  return passOn(results);
});

async function plantedIn(project) {
  const texts = await Promise.all(MISTAKES.map(({ path }) => readFile(join(project, path), 'utf8')));
  return MISTAKES.map((mistake, k) => ({ ...mistake, text: texts[k] })).filter(({ text, from }) => text.includes(from));
}

async function outcomeOf(project, { path, from, to, text }) {
  const { failed } = await inACopy(project, { [path]: text.replace(from, to) }, runTests);
  return { path, from, to, noticed: failed.length > 0, by: failed[0]?.name };
}

function sendBack(feedback) {
  return { phase: 'implementing', state_delta: { feedback, packet: { attempted: 'Reviewed it.' } } };
}

function passOn(results) {
  return {
    phase: 'completed',
    state_delta: {
      packet: {
        attempted: `Planted ${results.length} mistakes, each in a copy of its own: the tests noticed every one.`,
        observed: results.map(({ path, from, to, by }) => ({ finding: `${to} for ${from}: noticed by "${by}"`, source: path })),
      },
    },
  };
}
