import './command/node-version.mjs';
import { watch } from 'node:fs';
import { main } from './command/failure.mjs';
import { root } from './command/root.mjs';
import { runNode } from './command/run.mjs';
import { openHouse } from './house/open-house.mjs';
import { setUp } from './set-up/set-up.mjs';

/** Editors write a file in several steps, and a change of branches touches many. */
const SETTLE_MS = 150;
const hooks = new URL('./typescript.mjs', import.meta.url).href;

/** Runs from the sources, without a build; new code is up before you are back in the terminal, type errors follow. */
await main(async () => {
  await setUp();
  await import(hooks);
  return openHouse({
    platform: await import(new URL('../libs/platform/src/index.ts', import.meta.url).href),
    argumentsOf: (app) => ['--enable-source-maps', '--import', hooks, `${root}apps/${app}/src/main.ts`],
    onOpen: (house) => {
      const watchers = watchSources(() => void renew(house));
      void house.ended.then(() => watchers.forEach((watcher) => void watcher.close()));
    },
  });
});

/** @param {import('./house/supervisor.mjs').Supervisor} house */
async function renew(house) {
  process.stderr.write('Sources changed; starting anew …\n');
  house.renew();
  const { code, output } = await runNode(['node_modules/ts7/bin/tsc', '--noEmit', '-p', 'tsconfig.json']);
  if (code !== 0) process.stderr.write(output);
}

/** @param {() => void} act */
function watchSources(act) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  return ['apps', 'libs'].map((folder) =>
    watch(root + folder, { recursive: true }, (_event, name) => {
      if (!name?.endsWith('.ts') || name.endsWith('.spec.ts')) return;
      clearTimeout(timer);
      timer = setTimeout(act, SETTLE_MS);
    }),
  );
}
