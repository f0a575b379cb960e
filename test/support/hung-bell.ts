import { AgentsConfig, createRoleRegistry } from '@app/agents';
import { Bell, createLogger, openQueueConnection, type QueueConnection, queueModule, queueNameOf } from '@app/platform';
import { getQueueToken } from '@nestjs/bullmq';
import { NestFactory } from '@nestjs/core';
import type { Queue } from 'bullmq';

/** A bell as the API hangs it, for dev-qa and dev-reviewer. */
export interface HungBell {
  readonly bell: Bell;
  readonly connection: QueueConnection;
  /** What it said at the terminal. */
  readonly said: string[];
  queueOf(agent: string): Queue;
  close(): Promise<void>;
}

const SERVED = { executor: { kind: 'command', command: ['true'] } } as const;

export const hangBell = async (url: string, prefix: string): Promise<HungBell> => {
  const said: string[] = [];
  const logger = createLogger({ name: 'api', level: 'info', write: (line) => said.push(line) });
  const connection = await openQueueConnection({ url, prefix, logger });
  const registry = createRoleRegistry(AgentsConfig.parse({ 'dev-qa': SERVED, 'dev-reviewer': SERVED }));
  const bell = new Bell(registry, connection);
  const app = await NestFactory.createApplicationContext(queueModule(bell, registry, connection), { logger: false });
  return {
    bell,
    connection,
    said,
    queueOf: (agent) => app.get<Queue>(getQueueToken(queueNameOf(agent))),
    close: async () => {
      await app.close();
      await connection.close();
    },
  };
};
