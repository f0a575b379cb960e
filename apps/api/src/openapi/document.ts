import type { z } from 'zod';
import { ProblemAnswer } from '../answers/problem-answer.js';
import type { RouteSpec } from '../edge/route.js';
import { jsonSchemaOf } from './named-schemas.js';

type Json = Record<string, unknown>;

/** The published description of the API (OpenAPI 3.1), made from the routes as they are answered. */
export const documentOf = (routes: readonly RouteSpec[]): Json => {
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Jerry Handoff',
      version: '1',
      description: 'Agents hand work to one another without losing it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: { schemas, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
  };
};

const operationOf = (route: RouteSpec, schemas: Record<string, Json>): Json => ({
  operationId: operationIdOf(route),
  summary: route.about,
  tags: [groupOf(route)],
  ...(Array.isArray(route.roles) ? { description: `For ${route.roles.join(', ')}.` } : { security: [] }),
  parameters: [...parametersOf('path', route.params, schemas), ...parametersOf('query', route.query, schemas), ...headersOf(route)],
  ...(route.body === undefined
    ? {}
    : { requestBody: { required: true, content: { 'application/json': { schema: jsonSchemaOf(route.body, schemas) } } } }),
  responses: {
    ...Object.fromEntries(
      answersOf(route).map(([status, answer]) => [status, { description: 'Done.', ...contentOf(answer, route, schemas) }]),
    ),
    default: {
      description: 'Refused; `code` says why.',
      content: { 'application/problem+json': { schema: jsonSchemaOf(ProblemAnswer, schemas) } },
    },
  },
});

/** What generators name their methods by: `post_tasks_task_id_handoffs`. */
const operationIdOf = ({ method, path }: RouteSpec): string =>
  [method.toLowerCase(), ...path.replace(/^\/v1/, '').split(/\W+/)].filter((word) => word !== '').join('_');

/** Calls about the same thing stand together on the page. */
const groupOf = ({ path }: RouteSpec): string => /^(?:\/v1)?\/([\w.]+)/.exec(path)?.[1] ?? '';

const answersOf = ({ status, answer, otherAnswers = {} }: RouteSpec): [string, z.ZodType | undefined][] => [
  [String(status), answer],
  ...Object.entries(otherAnswers),
];

const contentOf = (answer: z.ZodType | undefined, { answerType = 'application/json' }: RouteSpec, schemas: Record<string, Json>): Json =>
  answer === undefined ? {} : { content: { [answerType]: { schema: jsonSchemaOf(answer, schemas) } } };

const parametersOf = (where: 'path' | 'query', schema: z.ZodType, schemas: Record<string, Json>): Json[] => {
  const { properties = {}, required = [] } = jsonSchemaOf(schema, schemas) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
};

const header = (name: string, schema: Json): Json => ({ name, in: 'header', required: false, schema: { type: 'string', ...schema } });

const headersOf = ({ method, path, status, headers = [], wraps }: RouteSpec): Json[] => {
  const own = path !== '/v1/tokens' && !wraps;
  return [
    ...(method === 'POST' && own ? [header('Idempotency-Key', { minLength: 1, maxLength: 255 })] : []),
    ...(method !== 'GET' && own && status !== 204 ? [header('Prefer', { enum: ['return=minimal'] })] : []),
    ...headers.map((name) => header(name, {})),
  ];
};
