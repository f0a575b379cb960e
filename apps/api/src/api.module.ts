import type { TaskStore } from '@app/handoff';
import type { DynamicModule } from '@nestjs/common';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { StoreStatus } from './health/store-status.js';

class ApiModule {}

/** What the application stands on is opened before and handed in, so that a part that cannot open keeps the whole from starting. */
export function apiModule(store: TaskStore): DynamicModule {
  const status = { provide: StoreStatus, useValue: new StoreStatus(store) };
  return { module: ApiModule, controllers: [HealthController], providers: [Readiness, status] };
}
