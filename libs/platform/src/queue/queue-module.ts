import type { RoleRegistry } from '@app/agents';
import { BullModule, getQueueToken } from '@nestjs/bullmq';
import type { DynamicModule } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Bell } from './bell.js';
import type { QueueConnection } from './queue-connection.js';
import { queueNameOf } from './queue-names.js';
import { queueOptions } from './queue-options.js';

class QueueModule {}

/** A queue per agent this service runs, by which the bell rings it; closed with the application. Without a connection nobody is rung. */
export function queueModule(bell: Bell, registry: RoleRegistry, connection: QueueConnection | undefined): DynamicModule {
  const agents = connection === undefined ? [] : registry.served.map(({ name }) => name);
  const queues = connection === undefined ? [] : agents.map((agent) => ({ name: queueNameOf(agent), ...queueOptions(connection) }));
  const bull = queues.map((queue) => BullModule.registerQueue(queue));
  const hung = {
    provide: Bell,
    inject: queues.map(({ name }) => getQueueToken(name)),
    useFactory: (...made: Queue[]) => {
      for (const [i, queue] of made.entries()) bell.attach(agents[i] as string, queue);
      return bell;
    },
  };
  return { module: QueueModule, global: true, imports: bull, providers: [hung], exports: [Bell, ...bull] };
}
