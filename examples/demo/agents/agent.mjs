import { readFileSync, writeFileSync } from 'node:fs';

/**
 * What every agent of this project has around its work: reads what it is given, has it done, leaves what came of it. Whatever goes wrong is
 * handed in as a failure, with the reason; nothing is ever handed in as done that was not.
 */
export async function agent(work) {
  const task = JSON.parse(readFileSync(0, 'utf8'));
  const outcome = await work(task).then(
    (handoff) => ({ handoff }),
    (error) => ({ failed: { class: 'code', reason: error.message } }),
  );
  writeFileSync(task.outcome_file, JSON.stringify(outcome, null, 2));
}
