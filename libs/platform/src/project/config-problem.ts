import type { z } from 'zod';
import { nearestName } from '../config/nearest-name.js';
import { configSchema, type SchemaNode } from './config-schema.js';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What is wrong with the configuration, one sentence for each mistake: where it is, what should be there, what probably was meant. */
export function describeIssue(issue: Issue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(issue.path, key));
  return [`${pathText(issue.path)} ${expectation(issue)}${found(issue)}`];
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

function unknownKey(path: Path, key: string): string {
  return `${pathText([...path, key])} is not known; ${didYouMean(key, knownKeys(path))}`;
}

function knownKeys(path: Path): readonly string[] {
  let node: SchemaNode = configSchema();
  for (const part of path) {
    const below = typeof part === 'number' ? node.items : (node.properties?.[String(part)] ?? node.additionalProperties);
    node = below === false || below === undefined ? {} : below;
  }
  return (node.propertyNames?.enum ?? Object.keys(node.properties ?? {})).filter((name) => name !== '$schema');
}

/** Every number in the file is a whole one. */
const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `is missing and must be ${TYPES[issue.expected] ?? issue.expected}`
        : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `must ${amount(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${amount(issue.origin, 'at most', issue.maximum)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_key':
      return `has a name that cannot be used: it ${issue.issues.map((inner) => expectation(inner as Issue)).join(', and ')}`;
    default:
      return issue.message;
  }
}

function amount(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${limit} characters`;
  if (origin === 'array') return `have ${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  return `be ${bound} ${limit}`;
}

/** Shows what was given where that is a short plain value. */
function found({ input, code }: Issue): string {
  const isPlain = typeof input === 'number' || typeof input === 'boolean' || (typeof input === 'string' && input.length <= 40);
  return isPlain && code !== 'invalid_key' ? ` (it is ${JSON.stringify(input)})` : '';
}
