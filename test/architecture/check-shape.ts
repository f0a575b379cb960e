import { posix } from 'node:path';
import ts from 'typescript';
import { FACES, houseOf } from './rooms.js';
import type { SourceFile } from './source-file.js';
import type { Violation } from './violation.js';

const LONGEST_LINES = 250;
const MEDIAN_LINES = 60;
/** Names that say where somebody put something, not what it is. */
const EMPTY_NAMES = ['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'misc', 'types', 'constants'];
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** Files that outgrew one idea, and a house whose usual file has. */
export function checkSizes(sources: readonly SourceFile[]): readonly Violation[] {
  const long = sources.filter(({ lines }) => lines > LONGEST_LINES);
  const sizes = sources.filter(({ path }) => posix.basename(path) !== 'index.ts').map(({ lines }) => lines);
  const median = medianOf(sizes);
  return [
    ...long.map(({ path, lines }) => ({ file: path, rule: 'size', detail: `${lines} lines, over ${LONGEST_LINES}` }) as const),
    ...(median > MEDIAN_LINES
      ? [{ file: '.', rule: 'size', detail: `the median file has ${median} lines, over ${MEDIAN_LINES}` } as const]
      : []),
  ];
}

export function medianOf(sizes: readonly number[]): number {
  const sorted = [...sizes].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function checkNames(sources: readonly SourceFile[]): readonly Violation[] {
  return sources.flatMap(({ path }): Violation[] => {
    const parts = path.split('/').map((part) => part.replace(/\.(ts|mjs)$/, ''));
    const empty = parts.find((part) => EMPTY_NAMES.includes(part));
    const odd = parts.find((part) => !KEBAB.test(part));
    if (empty !== undefined) return [{ file: path, rule: 'name', detail: `${empty} names nothing` }];
    return odd === undefined ? [] : [{ file: path, rule: 'name', detail: `${odd} is not in kebab-case` }];
  });
}

/** A face is a list of names: no logic, and no `export *` that would let anything out unseen. */
export function checkFaces(sources: readonly SourceFile[]): readonly Violation[] {
  const faces = sources.filter(({ path }) => Object.values(FACES).includes(path));
  return faces.flatMap(({ path, tree }) =>
    tree.statements
      .filter(
        (statement) =>
          !(ts.isExportDeclaration(statement) && statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause)),
      )
      .map(
        (statement) =>
          ({ file: path, rule: 'face', detail: `holds more than named exports: ${statement.getText().slice(0, 60)}` }) as const,
      ),
  );
}

/** The environment is read once, at the edge: in the entry of an app and in the lib that makes a configuration of it. */
export function checkEnvironment(sources: readonly SourceFile[]): readonly Violation[] {
  const inside = sources.filter(({ path }) => path.startsWith('libs/') && houseOf(path) !== 'libs/platform');
  return inside
    .filter(({ tree }) => readsEnvironment(tree))
    .map(({ path }) => ({ file: path, rule: 'environment', detail: 'reads process.env' }) as const);
}

function readsEnvironment(node: ts.Node): boolean {
  const reads = ts.isPropertyAccessExpression(node) && node.name.text === 'env' && node.expression.getText() === 'process';
  return reads || ts.forEachChild(node, (child) => readsEnvironment(child) || undefined) === true;
}
