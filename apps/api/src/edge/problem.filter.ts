import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { EdgeRequest } from './edge-request.js';
import { problemOf } from './problem.js';
import { Refusals } from './refusals.js';

/** The one place where errors become answers of HTTP. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(Refusals) private readonly refusals: Refusals) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<EdgeRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = this.refusals.note(thrown, `${request.method} ${request.routeOptions?.url ?? ''} (${request.id})`);
    if (reply.sent) return;
    const { status, headers, body } = problemOf(error, request.id);
    void reply.code(status).headers(headers).send(JSON.stringify(body));
  }
}
