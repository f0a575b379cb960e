import { jsonText } from './json-text.js';
import type { Recipe } from './recipe.js';

/** A program of the project's own: the work as JSON in, the outcome as JSON in the file it was told. */
export const ownProgram = (command: readonly string[], env: readonly string[]): Recipe => ({
  argv: command,
  env,
  stdin: 'input',
  handIn: 'Write it to the file `{outcome_file}`, as JSON and nothing else, and end.',
  handedIn: ({ left }) => ('fault' in left ? left : jsonText(left.text)),
});
