import { CannotStart } from '../process/cannot-start.js';
import { QueueConnection, type QueueConnectionOptions } from './queue-connection.js';

const START_PATIENCE_MS = 5_000;
/** BullMQ's commands need it. */
const OLDEST: readonly [number, number] = [6, 2];

/**
 * The connection of a process that starts. On its first start the server has to answer, or nothing starts: a wrong address shows at once.
 * A process that is started again comes up without: handoffs are accepted meanwhile, and rung when the server is back.
 */
export async function openQueueConnection({
  again = false,
  ...options
}: QueueConnectionOptions & { readonly again?: boolean }): Promise<QueueConnection> {
  const connection = new QueueConnection(options);
  if (await connection.answers(START_PATIENCE_MS)) {
    await refuseUnfit(connection, options);
    return connection;
  }
  const { where, problem } = connection;
  if (again) {
    options.logger.warn(`The queue server at ${where} does not answer (${problem}); trying until it does.`);
    return connection;
  }
  await connection.close();
  throw new CannotStart(
    `The queue server at ${where} does not answer (${problem}): start it, correct JERRY_REDIS_URL, or unset that to let the service bring its own.`,
  );
}

async function refuseUnfit(connection: QueueConnection, { logger }: QueueConnectionOptions): Promise<void> {
  const about = await connection.client.info().catch(() => '');
  const [, major, minor] = /^redis_version:(\d+)\.(\d+)/m.exec(about)?.map(Number) ?? [];
  if (major !== undefined && minor !== undefined && (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))) {
    await connection.close();
    throw new CannotStart(
      `The queue server at ${connection.where} is version ${major}.${minor}: it has to be ${OLDEST.join('.')} or newer, or a Valkey.`,
    );
  }
  const [, policy] = /^maxmemory_policy:(\S+)/m.exec(about) ?? [];
  if (policy !== undefined && policy !== 'noeviction')
    logger.warn(
      `The queue server at ${connection.where} may throw away rings when it is full (maxmemory-policy ${policy}); set it to noeviction.`,
    );
}
