import './command/node-version.mjs';
import { main } from './command/failure.mjs';
import { setUp } from './set-up/set-up.mjs';
import { verify } from './verify/verify.mjs';

await main(async () => {
  await setUp();
  const { passed, failed } = await verify();
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
});
