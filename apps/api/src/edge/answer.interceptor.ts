import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { Answer } from './answer.js';
import type { EdgeRequest } from './edge-request.js';

/** Puts status and headers of an `Answer` where HTTP has them, and tells whoever posted a secret where it stood. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { redacted } = http.getRequest<EdgeRequest>();
    const told = (body: unknown) => (redacted === undefined ? body : withRedacted(body, redacted));
    return next.handle().pipe(map((answer: unknown) => told(answer instanceof Answer ? sent(answer, http.getResponse()) : answer)));
  }
}

/** Before `next`, which is long. */
const withRedacted = (body: unknown, redacted: readonly string[]): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  const { next, ...rest } = body as { next?: unknown };
  return { ...rest, redacted, ...(next === undefined ? {} : { next }) };
};

const sent = ({ body, extra }: Answer, reply: FastifyReply): unknown => {
  // Nest sets the status it was told at the route before this runs.
  if (extra.status !== undefined) void reply.code(extra.status);
  if (extra.headers !== undefined) void reply.headers(extra.headers);
  return body;
};
