import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CourtesyLock, StoreStartError } from '@app/handoff/store';
import { CannotStart, type Config, type Logger, prepareProject, type RunningPart, type StartedAs } from '@app/platform';
import { addressOfQueue } from './address-of-queue.js';
import type { QueueServer } from './queue-server.js';
import { startAny } from './start-any.js';

const LOCK_PATIENCE_MS = 30_000;
/** Within what a whole stop may take. */
const LEAVING_PATIENCE_MS = 5_500;
const LOOK_EVERY_MS = 50;

/** Brings up the project's own queue server. Only one at a time works in a project's directory. */
export async function startQueue(config: Config, logger: Logger, { again }: StartedAs): Promise<RunningPart> {
  const home = join(await prepareProject(config.projectDir), 'queue');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const lock = await takeLock(home, logger);
  const address = await addressOfQueue(home, again);
  const server = await startAny(home, address, logger);
  logger.debug(`${server.name} listens on port ${address.port}.`);
  const stop = async () => {
    await left(server);
    await server.stop();
    await lock.free();
  };
  return { facts: { redis_url: `redis://:${address.password}@127.0.0.1:${address.port}`, queue: server.name }, stop, failed: server.died };
}

async function takeLock(home: string, logger: Logger): Promise<CourtesyLock> {
  const place = { directory: home, lock: join(home, 'server.lock'), lockHolder: join(home, 'holder.json') };
  try {
    return await CourtesyLock.take(place, { patienceMs: LOCK_PATIENCE_MS, log: (level, message) => logger[level](message) });
  } catch (error) {
    throw error instanceof StoreStartError ? new CannotStart(error.message, { cause: error }) : error;
  }
}

/** Everybody is asked to stop at once. Those who use the queue finish first, so that they don't miss it while they do. */
async function left(server: QueueServer): Promise<void> {
  for (let waitedMs = 0; waitedMs < LEAVING_PATIENCE_MS; waitedMs += LOOK_EVERY_MS) {
    if ((await server.connections().catch(() => 0)) <= 0) return;
    await pause(LOOK_EVERY_MS);
  }
}
