import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

const CREATED = 'fastify.initialization';

/** Every route that a server takes while `act` runs: read from the router itself, not from what the code says it should have. */
export const runningRoutes = async <T>(act: () => Promise<T>): Promise<{ readonly result: T; readonly routes: readonly string[] }> => {
  const routes = new Set<string>();
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) routes.add(`${one} ${url}`);
    });
  };
  subscribe(CREATED, listen);
  try {
    return { result: await act(), routes: [...routes].sort() };
  } finally {
    unsubscribe(CREATED, listen);
  }
};
