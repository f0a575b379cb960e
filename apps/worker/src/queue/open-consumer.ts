import type { Role } from '@app/agents';
import { type Logger, nestLogger, type QueueConnection, queueNameOf, queueOptions } from '@app/platform';
import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { NestFactory } from '@nestjs/core';
import type { Queue } from 'bullmq';
import type { Consumer } from './consumer.js';
import { type OnRing, type RingProcessor, ringProcessorOf } from './ring-processor.js';

class ConsumerModule {}

/** An application of its own for each consumer: closed and opened again, it is a new one, and the others notice nothing. */
export async function openConsumer(role: Role, connection: QueueConnection, logger: Logger, onRing: OnRing): Promise<Consumer> {
  const name = queueNameOf(role.name);
  const Processor = ringProcessorOf(role, onRing, (error) => logger.debug(`The queue of ${role.name}: ${error.message}`));
  const app = await NestFactory.createApplicationContext(
    { module: ConsumerModule, imports: [BullModule.registerQueue({ name, ...queueOptions(connection) })], providers: [Processor] },
    { logger: nestLogger(logger), abortOnError: false },
  );
  const processor = app.get<RingProcessor>(Processor);
  const queue = app.get<Queue>(getQueueToken(name));
  queue.on('error', () => undefined);
  return {
    get taken() {
      return processor.taken;
    },
    get busy() {
      return processor.busy;
    },
    // One that an operator has halted is silent for a good reason.
    waiting: async () => ((await queue.isPaused()) ? 0 : queue.getWaitingCount()),
    close: () => app.close(),
  };
}
