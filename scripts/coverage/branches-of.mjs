/**
 * What Istanbul writes, as far as it is about branches.
 * @typedef {{ branchMap: Record<string, { loc: { start: { line: number } }, locations: { start: { line?: number } }[] }>, b: Record<string, number[]> }} File
 * @typedef {Record<string, File>} Coverage
 */

/**
 * How many ways through a file there are, how many were taken, and in which lines those begin that were not.
 * @param {File} file
 */
export function branchesOf({ branchMap, b: hits }) {
  const ways = Object.entries(branchMap).flatMap(([id, branch]) =>
    (hits[id] ?? []).map((count, at) => ({ taken: count > 0, line: branch.locations[at]?.start.line ?? branch.loc.start.line })),
  );
  const lines = [...new Set(ways.filter(({ taken }) => !taken).map(({ line }) => line))].sort((a, b) => a - b);
  return { all: ways.length, taken: ways.filter(({ taken }) => taken).length, lines };
}
