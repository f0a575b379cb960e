import { TASK } from './task.mjs';

/**
 * What there is before anybody works: a project, how its tests are, and what somebody wants of it.
 * @param {import('./page.mjs').Page} page @param {import('./demo-project.mjs').DemoProject} project
 */
export async function tellBeginning(page, project) {
  page.say('Jerry Handoff: three agents work on one task, and read of each other only a short summary.', 'bold');
  page.say('They are scripted, so this needs no keys. All else is real: service, code, tests, the defect.');
  page.blank();
  page.row('project', `${project.path}, which splits bills`);
  for (const { name, error } of (await project.test()).failed)
    page.row('npm test', `✗ ${name}: ${error}; split is still to be written`, 'red');
  page.row('task', `${TASK.task_id}: ${TASK.task_title}`);
  page.row('', TASK.acceptance_criteria.join(' · '));
}
