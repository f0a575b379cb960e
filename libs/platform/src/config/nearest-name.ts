/** Of a name that is worth comparing. */
const LONGEST_NAME = 64;

/** The known name a misspelt one most likely stands for; none when all are further than a few keystrokes away. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  // Measuring costs length times length, and whoever misspells does not write a page.
  if (name.length > LONGEST_NAME) return undefined;
  const ranked = known.map((candidate) => ({ candidate, distance: editDistance(name, candidate) })).sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= 3 && best.distance * 2 < Math.max(name.length, best.candidate.length)
    ? best.candidate
    : undefined;
}

/** Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
