/** @typedef {{ suite: import('./suites.mjs').Suite, result: import('./run-suite.mjs').Result }} Row */

const COLUMNS = ['suite', 'rounds', 'of', 'tests', 'violations', 'seed', 'duration'];

/** For people. @param {Row[]} rows */
export function tableOf(rows) {
  const lines = [COLUMNS, ...rows.map(cellsOf), ['', '', '', '', String(violationsIn(rows)), '', durationOf(secondsIn(rows))]];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const shown = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${shown.join('\n')}\n`;
}

/** For programs. @param {Row[]} rows */
export const figuresOf = (rows) =>
  Object.fromEntries(
    rows.map(({ suite: { name, of }, result: { rounds, tests, violations, seeds, seconds } }) => [
      name,
      { rounds, of, tests, violations, seeds, seconds: Math.round(seconds * 10) / 10 },
    ]),
  );

/** @param {Row[]} rows */
export const violationsIn = (rows) => rows.reduce((sum, { result }) => sum + result.violations, 0);

/** @param {Row[]} rows */
const secondsIn = (rows) => rows.reduce((sum, { result }) => sum + result.seconds, 0);

/** @param {Row} row */
const cellsOf = ({ suite, result: { rounds, tests, violations, seeds, seconds } }) => [
  suite.name,
  rounds.toLocaleString('en'),
  suite.of,
  String(tests),
  String(violations),
  seedOf(seeds),
  durationOf(seconds),
];

/** @param {number[]} seeds */
const seedOf = ([first, ...further]) =>
  first === undefined ? '' : further.length === 0 ? String(first) : `${first} and ${further.length} more`;

/** @param {number} seconds */
const durationOf = (seconds) => (seconds < 100 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 6) / 10} min`);
