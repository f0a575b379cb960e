import './command/node-version.mjs';
import { main } from './command/failure.mjs';
import { readDemoWish } from './demo/read-demo-wish.mjs';
import { runDemo } from './demo/run-demo.mjs';
import { setUp } from './set-up/set-up.mjs';

/** A whole task by three agents, told as it happens. */
await main(async () => {
  const wish = readDemoWish(process.argv.slice(2));
  await setUp();
  return runDemo(wish, await import(new URL('../dist/libs/client/src/index.js', import.meta.url).href));
});
