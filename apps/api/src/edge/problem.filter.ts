import type { Logger, Metrics } from '@app/platform';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { EdgeRequest } from './edge-request.js';
import { handoffErrorOf, problemOf } from './problem.js';

/** The one place where errors become answers. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly metrics: Pick<Metrics, 'refused'>,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<EdgeRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = handoffErrorOf(thrown);
    this.metrics.refused(error.code);
    if (error.kind === 'fault')
      this.logger.error(`${request.method} ${request.routeOptions?.url ?? ''} failed (${request.id}): ${storyOf(error)}`);
    if (reply.sent) return;
    const { status, headers, body } = problemOf(error, request.id);
    void reply.code(status).headers(headers).send(JSON.stringify(body));
  }
}

const storyOf = (error: Error): string => {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.stack ?? cause.message;
};
