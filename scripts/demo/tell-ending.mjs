import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Failure } from '../command/failure.mjs';
import { root } from '../command/root.mjs';
import { TASK } from './task.mjs';

const BILL = ['bill.js', '100.00', '3'];

/**
 * What is there now, looked at afresh, and where to look on.
 * @param {import('./narrator.mjs').Telling} telling
 * @param {import('./narrator.mjs').Narrator} narrator
 * @param {import('./demo-project.mjs').DemoProject} project
 * @param {number} tookMs
 */
export async function tellEnding({ client, page, steps, signal }, { phases, tokens }, project, tookMs) {
  const [verified, tests] = [await client.verify(TASK.task_id, { signal }), await project.test()];
  const bytes = statSync(join(project.path, `.jerry/history/${TASK.task_id}.jsonl`)).size;
  const isSound = verified.ok && tests.failed.length === 0;
  await steps.next('see what is left');
  page.heading(`Completed in ${(tookMs / 1_000).toFixed(1)} s`, 'green');
  page.row('way', phases.join(' → '));
  page.row('read', `${tokens.join(' + ')} = ${tokens.reduce((sum, count) => sum + count, 0)} tokens, for a history of ${bytes} bytes`);
  page.row(
    'verified',
    `${verified.ok ? 'ok' : 'NOT OK'}: ${verified.versions} versions, each with the hash of the one before`,
    verified.ok ? 'green' : 'red',
  );
  page.row('head', String(verified.head_hash));
  page.row('npm test', `${tests.passed} pass, ${tests.failed.length} fail`, tests.failed.length === 0 ? 'green' : 'red');
  if (!isSound) throw new Failure('The task is completed, and yet its history or its tests are not sound: see above.');
  page.row('node', `${BILL.join(' ')} → ${execFileSync(process.execPath, BILL, { cwd: project.path, encoding: 'utf8' }).trim()}`);
  tellWhereToLook(page, project.path);
}

/** @param {import('./page.mjs').Page} page @param {string} path */
function tellWhereToLook(page, path) {
  const clone = root.replace(/\/$/, '');
  page.heading('Where to look');
  page.row('project', `cd ${path}`);
  page.row('history', `.jerry/history/${TASK.task_id}.jsonl, a line per version`);
  page.row('runs', `.jerry/runs/${TASK.task_id}/, what each agent was given and what it handed in`);
  page.row('service', `npm --prefix ${clone} start`);
  page.row('', 'serves this project, or the one of yours in which you type it.');
  page.row('agents', `Claude Code, Codex or programs of yours in place of these: ${clone}/docs/agents.md`);
}
