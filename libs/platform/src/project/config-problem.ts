import type { z } from 'zod';
import { nearestName } from '../config/nearest-name.js';
import { expectation, ifMissing, typeName } from '../schema/expectation.js';
import { schemaAt } from './schema-at.js';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What is wrong with the configuration, one sentence for each mistake: where it is, what should be there, what probably was meant. */
export function describeIssue(issue: Issue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(issue.path, key, issue.input));
  return [`${pathText(issue.path)} ${expected(issue)}${found(issue)}`];
}

/** `checks["unit tests"].command[0]` */
export function pathText(path: Path): string {
  if (path.length === 0) return 'it';
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      const name = String(part);
      return /^[\w-]+$/.test(name) ? `${index === 0 ? '' : '.'}${name}` : `[${JSON.stringify(name)}]`;
    })
    .join('');
}

export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `known here: ${known.join(', ')}` : `did you mean ${nearest}?`;
}

function unknownKey(path: Path, key: string, around: unknown): string {
  return `${pathText([...path, key])} is not known; ${didYouMean(key, knownKeys(path, around))}`;
}

function knownKeys(path: Path, around: unknown): readonly string[] {
  const node = schemaAt(path);
  const { propertyNames, properties = {} } = node.oneOf?.find((kind) => kind.properties?.kind?.const === fieldOf(around, 'kind')) ?? node;
  return (propertyNames?.enum ?? Object.keys(properties)).filter((name) => name !== '$schema');
}

function expected(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${ifMissing(issue.input)}must be ${typeAt(issue.path, issue.expected)}`;
    case 'invalid_union':
      return `${ifMissing(givenTo(issue))}must be one of ${kindsOf(issue).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an address that begins with http:// or https://' : issue.message;
    default:
      return expectation(issue);
  }
}

const kindsOf = (issue: Issue): readonly string[] => ('options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : []);

/** What stands where the problem is. Of something that comes in several kinds zod reports the whole thing, and its kind as the place. */
const givenTo = (issue: Issue): unknown => (issue.code === 'invalid_union' ? fieldOf(issue.input, issue.path.at(-1)) : issue.input);

function fieldOf(value: unknown, key: PropertyKey | undefined): unknown {
  return typeof value === 'object' && value !== null && key !== undefined && Object.hasOwn(value, key)
    ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
    : undefined;
}

const typeAt = (path: Path, expected: string): string =>
  expected === 'number' && schemaAt(path).type === 'integer' ? 'a whole number' : typeName(expected);

/** Shows what was given where that is a short plain value. */
function found(issue: Issue): string {
  const input = givenTo(issue);
  const isPlain = typeof input === 'number' || typeof input === 'boolean' || (typeof input === 'string' && input.length <= 40);
  return isPlain && issue.code !== 'invalid_key' ? ` (it is ${JSON.stringify(input)})` : '';
}
