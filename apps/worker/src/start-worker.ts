import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Executors } from '@app/agents';
import { openClient } from '@app/client';
import {
  type Config,
  type Logger,
  loadProjectConfig,
  openQueueConnection,
  type QueueConnection,
  type RunningPart,
  type StartedAs,
  traceCarrier,
} from '@app/platform';
import { openConsumer } from './queue/open-consumer.js';
import { WatchedConsumer } from './queue/watched-consumer.js';
import { Presence } from './start/presence.js';
import { queuePrefix } from './start/queue-prefix.js';
import { requireExecutors, type Served } from './start/require-executors.js';
import { requireSettings } from './start/require-settings.js';
import { runLimitsOf } from './work/run-limits.js';
import { WorkDesk } from './work/work-desk.js';

/** Together with the next below what the rest of the service waits for a worker. */
const STOP_LIMITS = { finishMs: 1_500, giveBackMs: 2_500 };
const CLOSE_PATIENCE_MS = 500;
const WATCH_EVERY_MS = 5_000;

export interface WorkerStart extends StartedAs {
  readonly executors: Executors;
}

/** Serves the agents this service runs itself, with the executors it is given. Holds no state: what is due, the API knows. */
export async function startWorker(config: Config, logger: Logger, { executors, again }: WorkerStart): Promise<RunningPart> {
  const { roles } = await loadProjectConfig(join(config.projectDir, '.jerry'));
  if (roles.served.length === 0)
    return idle(
      roles.roles.map(({ name }) => name),
      logger,
    );
  const served = requireExecutors(roles.served, executors);
  const { apiUrl, token, redisUrl } = requireSettings(config);
  const client = openClient({ baseUrl: apiUrl, token, headers: traceCarrier });
  const presence = await Presence.begin(client, apiUrl, logger);
  const desk = new WorkDesk({ client, instance: randomBytes(6).toString('base64url'), limitsOf: runLimitsOf, logger });
  try {
    // Where API and worker start together, the API has found the server already: by now it may only be away for a moment.
    const wasThere = again || config.process === 'all';
    const connection = await openQueueConnection({ url: redisUrl, prefix: await queuePrefix(client, apiUrl), logger, again: wasThere });
    const consumers = await Promise.all(served.map((one) => consume(one, desk, connection, logger)));
    return { facts: { agents: served.length }, stop: () => stop(desk, consumers, connection, presence) };
  } catch (error) {
    presence.end();
    throw error;
  }
}

/**
 * With nobody to serve it says so and waits: to its supervisor and to its operator a worker then lives and stops like any other, and one
 * that ended by itself would look like one that broke.
 */
function idle(agents: readonly string[], logger: Logger): RunningPart {
  logger.info(`No agent to serve: ${agents.join(', ')} are run from outside and fetch their work themselves.`);
  return { facts: { agents: 0 }, stop: async () => undefined };
}

function consume({ role, executor }: Served, desk: WorkDesk, connection: QueueConnection, logger: Logger): Promise<WatchedConsumer> {
  const open = () => openConsumer(role, connection, logger, (ring) => desk.take(role, executor, ring));
  return WatchedConsumer.open({ agent: role.name, open, logger, everyMs: WATCH_EVERY_MS });
}

async function stop(desk: WorkDesk, consumers: readonly WatchedConsumer[], connection: QueueConnection, presence: Presence): Promise<void> {
  const closed = Promise.allSettled(consumers.map((consumer) => consumer.close()));
  await desk.close(STOP_LIMITS);
  // Saying good-bye to a queue server that is away would take for ever; it needs none.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_PATIENCE_MS))]);
  presence.end();
  await connection.close();
}
