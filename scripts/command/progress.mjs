import process from 'node:process';

const EVERY_S = 15;

/**
 * Shows one line while something takes its time, and how long it took. On a terminal the seconds count up, so that
 * a slow network does not look like a standstill; elsewhere a line says so now and then.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(title, work) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const terminal = process.stderr.isTTY;
  process.stderr.write(`${title} …${terminal ? '' : '\n'}`);
  const show = () => process.stderr.write(terminal ? `\r${title} … ${seconds()}` : `${title} … ${seconds()}\n`);
  const ticker = setInterval(show, terminal ? 1_000 : EVERY_S * 1_000);
  try {
    const result = await work();
    if (terminal) process.stderr.write(`\r${title} … done in ${seconds()}\n`);
    return result;
  } catch (error) {
    if (terminal) process.stderr.write('\n');
    throw error;
  } finally {
    clearInterval(ticker);
  }
}
