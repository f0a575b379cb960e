import type { Metrics } from '@app/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Times every answer, and counts those that are under way. */
export const observeHttp = (server: FastifyInstance, metrics: Metrics): void => {
  const underWay = { calls: 0, streams: 0 };
  metrics.watch({ inFlight: () => underWay.calls, eventStreams: () => underWay.streams });
  server.addHook('onRequest', async (request, { raw }) => {
    const kind = isStream(request) ? 'streams' : 'calls';
    underWay[kind] += 1;
    raw.once('close', () => {
      underWay[kind] -= 1;
    });
  });
  server.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { method, routeOptions, is404 } = request;
    // A stream is answered when somebody hangs up: how long that took says nothing.
    if (isStream(request) && statusCode === 200) return;
    const route = is404 ? 'none' : (routeOptions.url ?? 'none');
    metrics.answered({ method, route, status: statusCode, seconds: elapsedTime / 1_000 });
  });
};

const isStream = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.route?.load === 'stream';
