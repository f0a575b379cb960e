import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HandoffError, LIMITS } from '@app/handoff';
import type { Metrics } from '@app/platform';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerRaw, refusalOf } from '../arrival/answer-raw.js';
import type { Arrival } from '../arrival/arrival.js';
import { BODY_BYTES, requireReadable } from '../arrival/body-rules.js';
import { KnownPaths } from '../arrival/known-paths.js';
import { makeRequestId, requestIdOf } from '../arrival/request-id.js';
import { observeHttp } from '../metrics/observe-http.js';
import { traceHttp } from '../tracing/trace-http.js';
import type { EdgeRequest } from './edge-request.js';
import { endIdleConnections } from './end-idle-connections.js';
import { handoffErrorOf, problemOf } from './problem.js';
import { readJson } from './read-json.js';
import type { RouteSpec } from './route.js';

/** Of a call of MCP: the message, its parameters. */
const ENVELOPE_LEVELS = 2;
/** Longer than any id or path that is legal, so that a too long one is refused by its schema and not by the router. */
const PARAM_CHARS = 4_096;
/** For a whole request to arrive, its body too. */
const ARRIVAL_MS = 60_000;
/** For the rest of a refused body to pass by unread, so that whoever sends it can read why it was refused. */
const REST_MS = 5_000;

/** The server below the controllers: what holds for every request before any route is looked at. */
export const openServer = (arrival: Arrival, metrics: Metrics): FastifyAdapter => {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_BYTES,
    requestTimeout: ARRIVAL_MS,
    genReqId: ({ headers }: IncomingMessage) => requestIdOf(headers['x-request-id']),
    forceCloseConnections: 'idle',
    // That it is missing is said by us, in our words.
    http: { requireHostHeader: false },
    return503OnClosing: false,
    // A path that cannot be read meets no route, and so no hook and no filter.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const refusal = refusalFrom(() => arrival.admit(request, reply.raw)) ?? handoffErrorOf(error);
      metrics.refused(refusal.code);
      const { status, headers, body } = problemOf(refusal, request.id);
      void reply
        .code(status)
        .headers({ ...headers, 'x-request-id': request.id })
        .send(JSON.stringify(body));
    },
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy();
      const { status, refusal } = refusalOf(error);
      metrics.refused(refusal.code);
      answerRaw(socket, status, refusal, makeRequestId());
    },
    routerOptions: { maxParamLength: PARAM_CHARS },
  });
  const server: FastifyInstance = adapter.getInstance();
  traceHttp(server);
  observeHttp(server, metrics);
  receive(server, arrival);
  inviteBodiesLate(server);
  endIdleConnections(server);
  return adapter;
};

/** After Nest has set the server up: JSON is read our way, everything else not at all. */
export const readOnlyJson = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_BYTES },
    async ({ routeOptions }: FastifyRequest, text: string) => readJson(text, deepestIn(routeOptions.config.route)),
  );
};

/** What is legal by itself is legal in an envelope too. */
const deepestIn = (route: RouteSpec | undefined): number => LIMITS.bodyDepth + (route?.wraps ? ENVELOPE_LEVELS : 0);

const receive = (server: FastifyInstance, arrival: Arrival): void => {
  const paths = new KnownPaths();
  let isStopping = false;
  server.addHook('onRoute', ({ url, method }) => paths.add(url, method));
  server.addHook('preClose', async () => {
    isStopping = true;
  });
  server.addHook('onRequest', (request: EdgeRequest, reply, done) => {
    void reply.header('x-request-id', request.id);
    reply.raw.once('finish', () => letTheRestPass(request.raw));
    if (isStopping) void reply.header('connection', 'close');
    done(
      refusalFrom(() => {
        if (isStopping) throw new HandoffError('overloaded', 'The service is stopping; try again in a moment.');
        arrival.admit(request, reply.raw);
        requireReadable(request);
        if (request.is404) throw paths.refusal(request.url);
      }),
    );
  });
};

/** Words put between those of an answer that has begun would be taken for a part of it. */
const isAnswering = (socket: Socket): boolean => (socket as { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true;

const refusalFrom = (step: () => void): HandoffError | undefined => {
  try {
    step();
    return undefined;
  } catch (error) {
    return handoffErrorOf(error);
  }
};

/** Node reads what is left and throws it away, for as long as somebody sends. */
const letTheRestPass = (incoming: IncomingMessage): void => {
  if (!incoming.complete) setTimeout(() => incoming.complete || incoming.destroy(), REST_MS).unref();
};

/** Whoever asks before sending a body (`Expect: 100-continue`) hears whether it is wanted: Node by itself would invite everybody's. */
const inviteBodiesLate = (server: FastifyInstance): void => {
  server.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.server.emit('request', request, response);
  });
  server.server.on('checkExpectation', ({ socket }: IncomingMessage) => {
    const detail = 'Expect can only be 100-continue.';
    answerRaw(socket, 417, new HandoffError('invalid_request', detail, { errors: [{ path: 'Expect', message: detail }] }), makeRequestId());
  });
  server.addHook('preParsing', (request, reply, _, done) => {
    if (/^100-continue$/i.test(request.headers.expect ?? '')) reply.raw.writeContinue();
    done();
  });
};
