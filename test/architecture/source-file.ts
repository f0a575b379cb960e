import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** One file of the sources, parsed, with its path relative to the root. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  readonly tree: ts.SourceFile;
}

const SOURCE = /\.(ts|mjs)$/;
const SPEC = /\.(spec|child)\.ts$/;

/** The sources below these folders, specs aside, in a fixed order. */
export function readSources(root: string, folders: readonly string[]): readonly SourceFile[] {
  const paths = folders.flatMap((folder) => filesBelow(join(root, folder)));
  return paths
    .map((path) => relative(root, path))
    .filter((path) => SOURCE.test(path) && !SPEC.test(path))
    .sort()
    .map((path) => parse(root, path));
}

function parse(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, lines: text.split('\n').length - 1, tree: ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true) };
}

function filesBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
