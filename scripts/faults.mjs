import './command/node-version.mjs';
import { writeFileSync } from 'node:fs';
import { main } from './command/failure.mjs';
import { withProgress } from './command/progress.mjs';
import { readWish, USAGE } from './faults/read-wish.mjs';
import { runSuite } from './faults/run-suite.mjs';
import { figuresOf, tableOf, violationsIn } from './faults/table.mjs';
import { setUp } from './set-up/set-up.mjs';

/** The fault suites of `npm test`, many times as long. */
await main(async () => {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const { suites, json, ...wish } = readWish(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  await setUp();
  /** @type {import('./faults/table.mjs').Row[]} */
  const rows = [];
  for (const [at, suite] of suites.entries()) {
    const title = `${at + 1}/${suites.length} ${suite.name}: ${suite.of}`;
    const result = await withProgress(title, () => runSuite(suite, wish));
    rows.push({ suite, result });
    if (result.violations > 0) process.stderr.write(`${result.output}\n`);
    // What is done stays told, whatever becomes of the rest.
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(figuresOf(rows), null, 2)}\n`);
  }
  process.stdout.write(`\n${tableOf(rows)}`);
  return violationsIn(rows) === 0 ? 0 : 1;
});
