import './command/node-version.mjs';
import { main } from './command/failure.mjs';
import { root } from './command/root.mjs';
import { run } from './command/run.mjs';
import { install, isInstalled, npm } from './set-up/install.mjs';
import { setUp } from './set-up/set-up.mjs';
import { inTurn } from './set-up/turn.mjs';

const bench = `${root}bench`;

/** The benchmarks are a package of their own: what they compare with is never part of the product's install. */
await main(async () => {
  await setUp();
  await inTurn(async () => {
    if (!isInstalled(bench)) await install(bench);
  });
  const { code } = await run([...npm(), '--silent', '--prefix', bench, 'run', 'bench', '--', ...process.argv.slice(2)], { show: true });
  return code;
});
