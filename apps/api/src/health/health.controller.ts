import { Controller, Get, Inject, ServiceUnavailableException } from '@nestjs/common';
import { Readiness, type ReadinessReport } from './readiness.js';

@Controller('health')
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 503 only when nothing can be accepted; a service that merely lacks a helper says `degraded` and goes on. */
  @Get('ready')
  async ready(): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    if (report.store !== 'ok') throw new ServiceUnavailableException(report);
    return report;
  }
}
