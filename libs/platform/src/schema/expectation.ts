import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** How messages begin that no schema of ours gave. */
const ZODS_OWN = /^(Invalid|Too (small|big))/;

export const typeName = (expected: string): string => TYPES[expected] ?? expected;

/** What should be there instead, in words for a person: a sentence that begins with the place goes on like this. What a schema says itself, it says. */
export function expectation(issue: Issue): string {
  if (!ZODS_OWN.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `${ifMissing(issue.input)}must be ${typeName(issue.expected)}`;
    case 'too_small':
      return `must ${amount(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${amount(issue.origin, 'at most', issue.maximum)}`;
    case 'invalid_value':
      return `${ifMissing(issue.input)}must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_key':
      return `has a name that cannot be used: it ${issue.issues.map((inner) => expectation(inner as Issue)).join(', and ')}`;
    default:
      return 'has none of the forms it may have';
  }
}

export const ifMissing = (input: unknown): string => (input === undefined ? 'is missing and ' : '');

function amount(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${limit} characters`;
  if (origin === 'array') return `have ${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  return `be ${bound} ${limit}`;
}
