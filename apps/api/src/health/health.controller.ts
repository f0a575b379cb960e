import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { Answer } from '../edge/answer.js';
import { NoParams, NoQuery } from '../edge/fields.js';
import { Route, route } from '../edge/route.js';
import { Readiness } from './readiness.js';

const health = (path: string, about: string, answer: z.ZodType) =>
  route({ method: 'GET', path, roles: 'public', params: NoParams, query: NoQuery, status: 200, answer, about });

const ReadinessAnswer = z.object({
  status: z.enum(['ok', 'degraded']),
  store: z.enum(['ok', 'unavailable']),
  queue: z.enum(['ok', 'unavailable', 'none']),
  workers: z.number().int(),
  why: z.array(z.string()).optional(),
});
const LIVE = health('/health/live', 'Whether the process runs.', z.object({ status: z.literal('ok') }));
const READY = health('/health/ready', 'Whether the service can accept, and what is degraded.', ReadinessAnswer);

@Controller()
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  @Route(LIVE)
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 503 only when nothing can be accepted; a service that merely lacks a helper says `degraded` and goes on. */
  @Route(READY)
  async ready(): Promise<Answer> {
    const report = await this.readiness.report();
    return new Answer(report, { status: report.store === 'ok' ? 200 : 503 });
  }
}
