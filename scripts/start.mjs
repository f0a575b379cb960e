import './command/node-version.mjs';
import { main } from './command/failure.mjs';
import { root } from './command/root.mjs';
import { openHouse } from './house/open-house.mjs';
import { setUp } from './set-up/set-up.mjs';

await main(async () => {
  await setUp();
  return openHouse({
    platform: await import(new URL('../dist/libs/platform/src/index.js', import.meta.url).href),
    argumentsOf: (app) => [`${root}dist/apps/${app}/src/main.js`],
  });
});
