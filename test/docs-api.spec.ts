import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROLLERS } from '../apps/api/src/controllers.js';
import { declaredRoutes } from '../apps/api/src/openapi/declared-routes.js';

const page = readFileSync(join(__dirname, '../docs/api.md'), 'utf8');
const routes = declaredRoutes(CONTROLLERS);

/** Every address the page names, with its method: GET unless it says another. */
const named = [
  ...page.matchAll(/(?:(GET|POST|PATCH|DELETE) )?(?:"?\$JERRY)?(\/(?:v1|mcp|health|metrics|openapi\.json|docs)[\w./$-]*)/g),
].map(([, method = 'GET', path = '']) => ({ method, path: path.replace(/[.]$/, '') }));
const matches = (path: string, pattern: string): boolean => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);

describe('docs/api.md', () => {
  it('names only calls that are answered', () => {
    const others = ['/v1']; // where all of them begin
    const unknown = named.filter(({ path }) => !others.includes(path) && !routes.some((route) => matches(path, route.path)));
    expect(unknown).toEqual([]);
    expect(named.length).toBeGreaterThan(25);
  });

  it('names every call, by its method', () => {
    const inCurl = new Set(['POST /v1/gates/:gate_id/votes']);
    const missing = routes
      .filter(({ method, path }) => !named.some((one) => one.method === method && matches(one.path, path)))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((call) => !inCurl.has(call) && !call.startsWith('GET /docs/'));
    expect(missing).toEqual([]);
  });
});
