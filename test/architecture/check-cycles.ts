import { posix } from 'node:path';
import { importsOf } from './imports-of.js';
import { FACES } from './rooms.js';
import type { SourceFile } from './source-file.js';
import type { Violation } from './violation.js';

/** Finds files that import each other in a circle, types included: what only the compiler sees still ties two ideas together. */
export function checkCycles(sources: readonly SourceFile[]): readonly Violation[] {
  const graph = new Map(sources.map((source) => [source.path, importsOf(source).flatMap((imported) => targetOf(source.path, imported))]));
  const done = new Set<string>();
  const path: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles.map((cycle) => ({ file: cycle[0] ?? '', rule: 'cycle', detail: cycle.join(' → ') }) as const);
}

function targetOf(file: string, imported: string): readonly string[] {
  const face = FACES[imported];
  if (face !== undefined) return [face];
  return imported.startsWith('.') ? [posix.join(posix.dirname(file), imported).replace(/\.js$/, '.ts')] : [];
}
