import { TASK } from './task.mjs';

/**
 * What there is before anybody works.
 * @param {import('./page.mjs').Page} page
 * @param {{ project: string, tests: { passed: number, failed: { name: string, error: string }[] }, service: import('./demo-service.mjs').DemoService, upMs: number }} about
 */
export function tellBeginning(page, { project, tests, service, upMs }) {
  page.row('project', `${project}, which splits bills`);
  for (const { name, error } of tests.failed) page.row('npm test', `✗ ${name}: ${error}; split is still to be written`, 'red');
  page.row('task', `${TASK.task_id}: ${TASK.task_title}`);
  page.row('', TASK.acceptance_criteria.join(' · '));
  page.row('service', `${service.address}, up in ${(upMs / 1_000).toFixed(1)} s, with its own queue (${service.queue})`);
  page.row('', `Kill it while it works, if you like: kill -9 -${service.pid}. The end is the same.`, 'dim');
}
