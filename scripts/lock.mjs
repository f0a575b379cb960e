import './command/node-version.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { Failure, main } from './command/failure.mjs';
import { root } from './command/root.mjs';
import { run } from './command/run.mjs';
import { npm } from './set-up/install.mjs';
import { missingPlatformPackages } from './set-up/platform-packages.mjs';

const path = `${root}package-lock.json`;

/** Brings the lockfile in line with package.json, and makes it whole for every system. */
await main(async () => {
  await update();
  const lockfile = JSON.parse(readFileSync(path, 'utf8'));
  Object.assign(lockfile.packages, missingPlatformPackages(lockfile.packages));
  writeFileSync(path, JSON.stringify(lockfile));
  // npm puts what was added into its own order.
  await update();
  return 0;
});

async function update() {
  const { code, output } = await run([...npm(), 'install', '--package-lock-only', '--loglevel=error']);
  if (code !== 0) throw new Failure(`${output}\nThe lockfile could not be written; npm says why above.`);
}
