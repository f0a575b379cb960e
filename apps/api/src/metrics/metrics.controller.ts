import { ROLES } from '@app/handoff';
import { Metrics } from '@app/platform';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { Answer } from '../edge/answer.js';
import { NoParams, NoQuery } from '../edge/fields.js';
import { Route, route } from '../edge/route.js';

const METRICS = route({
  method: 'GET',
  path: '/metrics',
  roles: ROLES,
  params: NoParams,
  query: NoQuery,
  status: 200,
  answer: z.string(),
  answerType: 'text/plain',
  about: 'Figures for operators, in the text format of Prometheus.',
});

@Controller()
export class MetricsController {
  constructor(@Inject(Metrics) private readonly metrics: Metrics) {}

  @Route(METRICS)
  async figures(): Promise<Answer> {
    return new Answer(await this.metrics.text(), { headers: { 'content-type': this.metrics.contentType } });
  }
}
