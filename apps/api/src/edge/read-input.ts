import { HandoffError } from '@app/handoff';
import { expectation, nearestName } from '@app/platform';
import type { z } from 'zod';
import type { EdgeRequest, Input } from './edge-request.js';
import type { RouteSpec } from './route.js';

const FAULTS_SHOWN = 50;
const NAME_CHARS = 80;

interface Fault {
  readonly path: string;
  readonly message: string;
  readonly nearest?: string;
}

/** Reads path, query and body by the route's schemas. Throws one `invalid_request` that names every fault. */
export const readInput = (
  { params, query, body }: Pick<RouteSpec, 'params' | 'query' | 'body'>,
  request: Pick<EdgeRequest, 'params' | 'query' | 'body'>,
): Input => {
  const faults: Fault[] = [];
  const read = (where: string, schema: z.ZodType | undefined, value: unknown): unknown => {
    if (schema === undefined) return refuseBody(value, faults);
    const parsed = schema.safeParse(value, { reportInput: true });
    if (!parsed.success) faults.push(...parsed.error.issues.flatMap((issue) => faultsOf(where, issue, schema)));
    return parsed.data;
  };
  const input = {
    params: read('path', params, request.params),
    query: read('query', query, request.query),
    // No body at all is the emptiest body: what it lacks is then said by name.
    body: read('', body, request.body ?? (body === undefined ? undefined : {})),
  };
  if (faults.length === 0) return input;
  const shown = faults.slice(0, FAULTS_SHOWN);
  throw new HandoffError('invalid_request', `${shown.map(sentence).join('; ')}.`, { errors: shown });
};

const refuseBody = (value: unknown, faults: Fault[]): undefined => {
  if (value !== undefined && value !== null && Object.keys(value).length > 0) faults.push({ path: '', message: 'this call takes no body' });
  return undefined;
};

const sentence = ({ path, message, nearest }: Fault): string =>
  `${path === '' ? 'the body' : path} ${message}${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`;

const faultsOf = (where: string, issue: z.core.$ZodIssue, schema: z.ZodType): Fault[] => {
  const at = [where, ...issue.path.map(String)].filter((part) => part !== '').join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path: at, message: messageOf(where, issue) }];
  const known = keysAt(schema, issue.path);
  return issue.keys.map((key) => {
    const nearest = nearestName(key, known);
    return {
      path: [...(at === '' ? [] : [at]), key.slice(0, NAME_CHARS)].join('.'),
      message: 'is not known here',
      ...(nearest === undefined ? {} : { nearest }),
    };
  });
};

const messageOf = (where: string, issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
  return where === 'query' && Array.isArray(issue.input) ? 'must be given once' : expectation(issue);
};

/** The keys that an object of this schema has at this place, as far as the schema can be walked. */
const keysAt = (schema: unknown, path: readonly PropertyKey[]): string[] => {
  const at = path.reduce<unknown>((inner, part) => stepInto(bare(inner), part), schema);
  return Object.keys((bare(at) as { shape?: object } | undefined)?.shape ?? {});
};

const stepInto = (schema: unknown, part: PropertyKey): unknown => {
  const { shape, element } = (schema ?? {}) as { shape?: Record<PropertyKey, unknown>; element?: unknown };
  return typeof part === 'number' ? element : shape?.[part];
};

/** Without the wrappers that say `optional` or `default`. */
const bare = (schema: unknown): unknown => {
  const { unwrap } = (schema ?? {}) as { unwrap?: () => unknown };
  return typeof unwrap === 'function' && !('element' in (schema as object)) ? bare(unwrap.call(schema)) : schema;
};
