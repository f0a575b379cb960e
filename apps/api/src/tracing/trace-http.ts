import { contextOf, startSpan } from '@app/platform';
import { type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EdgeRequest } from '../edge/edge-request.js';

interface Traced {
  readonly span: Span;
  readonly within: Context;
}

/** A span per request, in the trace the caller sends along; everything the request causes happens within it. Nothing where nobody traces. */
export const traceHttp = (server: FastifyInstance): void => {
  const traced = new WeakMap<FastifyRequest, Traced>();
  server.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, is404, routeOptions } = request;
    const route = is404 ? 'none' : (routeOptions.url ?? 'none');
    const caller = contextOf(headers);
    const span = context.with(caller, () => startSpan('http request', { 'http.request.method': method, 'http.route': route }));
    if (!trace.isSpanContextValid(span.spanContext())) return done();
    span.updateName(`${method} ${route}`);
    const within = trace.setSpan(caller, span);
    traced.set(request, { span, within });
    context.with(within, done);
  });
  // A body arrives by events of its socket, which know nothing of the request they belong to.
  server.addHook('preValidation', (request, _reply, done) => {
    const found = traced.get(request);
    if (found === undefined) return done();
    context.with(found.within, done);
  });
  server.addHook('onResponse', async (request: EdgeRequest, { statusCode }) => {
    const found = traced.get(request);
    if (found === undefined) return;
    found.span.setAttribute('http.response.status_code', statusCode);
    if (request.principal !== undefined) found.span.setAttribute('jerry.principal', request.principal);
    if (statusCode >= 500) found.span.setStatus({ code: SpanStatusCode.ERROR });
    found.span.end();
  });
};
