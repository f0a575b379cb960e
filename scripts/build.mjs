import './command/node-version.mjs';
import { main } from './command/failure.mjs';
import { setUp } from './set-up/set-up.mjs';

await main(async () => {
  await setUp();
  return 0;
});
