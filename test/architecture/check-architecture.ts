import { checkCycles } from './check-cycles.js';
import { checkImports } from './check-imports.js';
import { checkEnvironment, checkFaces, checkNames, checkSizes } from './check-shape.js';
import { readSources } from './source-file.js';
import type { Violation } from './violation.js';

const RULES = [checkImports, checkCycles, checkFaces, checkSizes, checkNames, checkEnvironment];

/** Everything below a root that breaks a rule of the house. Works on any tree, so that its teeth can be tried on a planted one. */
export function checkArchitecture(root: string): readonly Violation[] {
  const sources = readSources(root, ['apps', 'libs', 'scripts']);
  return RULES.flatMap((rule) => rule(sources));
}
