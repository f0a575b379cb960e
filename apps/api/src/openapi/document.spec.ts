import 'reflect-metadata';
import { COMMAND_KINDS } from '@app/handoff';
import { z } from 'zod';
import { CONTROLLERS } from '../controllers.js';
import { declaredRoutes } from './declared-routes.js';
import { documentOf } from './document.js';

type Json = { readonly [key: string]: Json } & { readonly $ref?: string; readonly schema?: Json };

const routes = declaredRoutes(CONTROLLERS);
const document = documentOf(routes) as unknown as Json & { paths: Json; components: Json };

const references = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : references(inner)));

describe('the published document', () => {
  it('describes every route, once', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(routes.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`).sort());
    expect(new Set(described).size).toBe(routes.length);
  });

  it('is OpenAPI 3.1 whose references all lead somewhere', () => {
    expect(document.openapi).toBe('3.1.0');
    const names = Object.keys(document.components.schemas ?? {});
    const pointed = new Set(references(document));
    expect([...pointed].filter((reference) => !names.includes(reference.replace('#/components/schemas/', '')))).toEqual([]);
    expect(pointed.size).toBeGreaterThan(10);
  });

  it('gives each call a name, and says which headers it goes by', () => {
    const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const names = calls.map((call) => String((call as Json).operationId));
    expect([names.includes('post_tasks_task_id_handoffs'), new Set(names).size]).toEqual([true, routes.length]);
    const headersOf = (path: string, method: string) => {
      const parameters = (document.paths[path]?.[method]?.parameters ?? []) as unknown as { in: string; name: string }[];
      return parameters.flatMap((one) => (one.in === 'header' ? one.name : []));
    };
    expect(headersOf('/v1/tasks/{task_id}', 'get')).toEqual(['If-None-Match']);
    expect(headersOf('/v1/events', 'get')).toEqual(['Last-Event-ID']);
    expect(headersOf('/v1/tasks/{task_id}', 'patch')).toEqual(['Prefer']);
    expect(headersOf('/v1/tasks', 'post')).toEqual(['Idempotency-Key', 'Prefer']);
    expect(headersOf('/v1/tokens', 'post')).toEqual([]);
  });

  it('writes down once what many calls answer', () => {
    const { schema } = document.paths['/v1/tasks/{task_id}/claim']?.post?.responses?.['200']?.content?.['application/json'] ?? {};
    expect(schema).toEqual({ $ref: '#/components/schemas/Claimed' });
    const problems = references(document).filter((reference) => reference.endsWith('/Problem'));
    expect(problems).toHaveLength(routes.length);
  });

  it('takes bodies from the schemas that read them', () => {
    const body = document.paths['/v1/tasks/{task_id}/handoffs']?.post?.requestBody?.content?.['application/json']?.schema;
    expect(body).toEqual({ $ref: '#/components/schemas/Handoff' });
    expect(document.components.schemas?.Handoff).toMatchObject({
      additionalProperties: false,
      required: ['phase'],
      properties: { state_delta: { $ref: '#/components/schemas/StateDelta' } },
    });
    expect(COMMAND_KINDS.length).toBeGreaterThan(10);
  });

  it('says what a number in a query may be', () => {
    const parameters = document.paths['/v1/tasks']?.get?.parameters as unknown as Json[];
    expect(parameters.find(({ name }) => (name as unknown) === 'limit')?.schema).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 200,
    });
  });

  it('says of every answer what it is, but of those without a body', () => {
    const silent = routes.filter(({ answer, status }) => answer === undefined && status !== 204).map(({ path }) => path);
    expect(silent).toEqual(['/docs/assets/:name']);
    for (const { answer } of routes) if (answer !== undefined) expect(answer).toBeInstanceOf(z.ZodType);
  });
});
