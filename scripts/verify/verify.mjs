import { CHECKS } from './checks.mjs';

/**
 * Runs all checks, two at a time, and shows each as it ends; what a failed one said stands below its line.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function verify() {
  const waiting = [...CHECKS];
  const tally = { passed: 0, failed: 0 };
  const lane = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const started = Date.now();
      const { ok, output } = await check.run();
      tally[ok ? 'passed' : 'failed'] += 1;
      process.stdout.write(
        `${ok ? '✓' : '✗'} ${check.name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n${ok ? '' : `${output.trim()}\n`}`,
      );
    }
  };
  await Promise.all([lane(), lane()]);
  return tally;
}
