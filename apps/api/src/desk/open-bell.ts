import {
  Bell,
  type Config,
  type Logger,
  type Metrics,
  openQueueConnection,
  type ProjectConfig,
  queueModule,
  queuePrefixIn,
} from '@app/platform';
import type { DynamicModule } from '@nestjs/common';

interface BellWanted {
  /** The project's `.jerry/`. */
  readonly home: string;
  readonly config: Config;
  readonly project: ProjectConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly again: boolean;
}

/** The bell of this service's agents. It hangs once its queues are part of the application; until then it rings nobody. */
export interface OpenBell {
  readonly bell: Bell;
  readonly queues: DynamicModule;
  /** After the application was closed, and its queues with it. */
  close(): Promise<void>;
}

export async function openBell({ home, config, project, logger, metrics, again }: BellWanted): Promise<OpenBell> {
  const { redisUrl: url } = config;
  const connection = url === undefined ? undefined : await openQueueConnection({ url, prefix: await queuePrefixIn(home), logger, again });
  const bell = new Bell(project.roles, connection);
  bell.onRing((rung) => metrics.rung(rung));
  metrics.watch({ queue: () => bell.status() });
  return { bell, queues: queueModule(bell, project.roles, connection), close: async () => connection?.close() };
}
